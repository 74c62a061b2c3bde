#ifndef OPENSSL_BASELINE_H
#define OPENSSL_BASELINE_H

#include <stddef.h>
#include <stdint.h>

/* What a careful program keeps between receipts: the trusted root and how chains are judged. */
typedef struct openssl_baseline openssl_baseline;

/* Trusts one root certificate, DER, and judges chains at a time in seconds since 1970. NULL if that fails. */
openssl_baseline *openssl_baseline_new(const uint8_t *root, size_t count, int64_t time);
void openssl_baseline_free(openssl_baseline *baseline);

/* Verifies a receipt: signature and chain. Returns the number of bytes that were signed, or -1 if it is rejected. */
long openssl_baseline_verify(const openssl_baseline *baseline, const uint8_t *receipt, size_t count);

/* Why the last receipt was rejected. */
const char *openssl_baseline_reason(void);

/* The version of the library, as text. */
const char *openssl_baseline_version(void);

#endif
