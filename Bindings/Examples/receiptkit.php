<?php
// Makes libreceiptkit available to the scripts of a web server. Load it with opcache.preload, because PHP's default, ffi.enable=preload, allows
// only preloaded files to call C. RECEIPTKIT is the path of libreceiptkit.so, unless it is one of the system's libraries.
declare(strict_types=1);

final class ReceiptKit
{
    private static ?FFI $library = null;
    private FFI\CData $verifier;

    public function __construct(string $policy)
    {
        self::$library ??= FFI::cdef('
            typedef struct receiptkit_verifier receiptkit_verifier;
            receiptkit_verifier *receiptkit_verifier_create(const char *policy, size_t size, char **error);
            void receiptkit_verifier_destroy(receiptkit_verifier *verifier);
            char *receiptkit_ledger(const receiptkit_verifier *verifier, const char *request, size_t size, int64_t now_ms);
            void receiptkit_free(char *answer);
        ', getenv('RECEIPTKIT') ?: 'libreceiptkit.so');
        $error = self::$library->new('char *');
        $verifier = self::$library->receiptkit_verifier_create($policy, strlen($policy), FFI::addr($error));
        if ($verifier === null || FFI::isNull($verifier)) {
            throw new InvalidArgumentException(self::taken($error)['error']['message']);
        }
        $this->verifier = $verifier;
    }

    public function __destruct()
    {
        if (isset($this->verifier)) {
            self::$library->receiptkit_verifier_destroy($this->verifier);
        }
    }

    /** Answers what one customer has access to. */
    public function ledger(array $evidence, array $products): array
    {
        $request = json_encode(['evidence' => $evidence, 'products' => $products], JSON_THROW_ON_ERROR);
        $now = (int) (microtime(true) * 1000);
        return self::taken(self::$library->receiptkit_ledger($this->verifier, $request, strlen($request), $now));
    }

    private static function taken(?FFI\CData $answer): array
    {
        if ($answer === null || FFI::isNull($answer)) {
            throw new RuntimeException('no memory');
        }
        $text = FFI::string($answer);
        self::$library->receiptkit_free($answer);
        return json_decode($text, true, 512, JSON_THROW_ON_ERROR);
    }
}
