<?php
// Whether a customer has access to a product.
//     php entitled.php POLICY.json PRODUCT JWS...     a file for each; exits with 0 if granted, 1 if not, 2 if not verified
// RECEIPTKIT is the path of libreceiptkit.so, unless it is one of the system's libraries.
declare(strict_types=1);

$receiptkit = FFI::cdef('
    typedef struct receiptkit_verifier receiptkit_verifier;
    receiptkit_verifier *receiptkit_verifier_create(const char *policy, size_t size, char **error);
    void receiptkit_verifier_destroy(receiptkit_verifier *verifier);
    char *receiptkit_ledger(const receiptkit_verifier *verifier, const char *request, size_t size, int64_t now_ms);
    void receiptkit_free(char *answer);
', getenv('RECEIPTKIT') ?: 'libreceiptkit.so');

function taken(FFI $receiptkit, ?FFI\CData $answer): array
{
    if ($answer === null || FFI::isNull($answer)) {
        throw new RuntimeException('no memory');
    }
    $text = FFI::string($answer);
    $receiptkit->receiptkit_free($answer);
    return json_decode($text, true, 512, JSON_THROW_ON_ERROR);
}

[, $path, $product] = $argv;
$policy = file_get_contents($path);
$error = $receiptkit->new('char *');
$verifier = $receiptkit->receiptkit_verifier_create($policy, strlen($policy), FFI::addr($error));
if ($verifier === null || FFI::isNull($verifier)) {
    fwrite(STDERR, taken($receiptkit, $error)['error']['message'] . "\n");
    exit(64);
}
$evidence = array_map(fn ($path) => trim(file_get_contents($path)), array_slice($argv, 3));
$request = json_encode(['evidence' => $evidence, 'products' => ['it' => [$product]]]);
$now = (int) (microtime(true) * 1000);
$answer = taken($receiptkit, $receiptkit->receiptkit_ledger($verifier, $request, strlen($request), $now));
$receiptkit->receiptkit_verifier_destroy($verifier);

if ($answer['verdict'] !== 'verified') {
    echo $answer['error']['code'], "\n";
    exit(2);
}
$access = $answer['ledger']['access']['it'];
echo $access['state'], ' ', $access['entitlement']['endDate'] ?? $access['reason'] ?? '', "\n";
exit($access['state'] === 'granted' ? 0 : 1);
