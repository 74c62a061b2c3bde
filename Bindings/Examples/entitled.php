<?php
// Whether a customer has access to a product.
//     php entitled.php POLICY.json PRODUCT JWS...     a file for each; exits with 0 if granted, 1 if not, 2 if not verified
// receiptkit.php has the class, and says how a web server loads it.
declare(strict_types=1);
require_once __DIR__ . '/receiptkit.php';

[, $policy, $product] = $argv;
try {
    $receiptkit = new ReceiptKit(file_get_contents($policy));
} catch (InvalidArgumentException $error) {
    fwrite(STDERR, $error->getMessage() . "\n");
    exit(64);
}
$evidence = array_map(fn ($path) => trim(file_get_contents($path)), array_slice($argv, 3));
$answer = $receiptkit->ledger($evidence, ['it' => [$product]]);
if ($answer['verdict'] !== 'verified') {
    echo $answer['error']['code'], "\n";
    exit(2);
}
$access = $answer['ledger']['access']['it'];
echo $access['state'], ' ', $access['entitlement']['endDate'] ?? $access['reason'] ?? '', "\n";
exit($access['state'] === 'granted' ? 0 : 1);
