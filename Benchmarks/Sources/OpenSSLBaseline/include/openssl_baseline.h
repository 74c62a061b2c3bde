#ifndef OPENSSL_BASELINE_H
#define OPENSSL_BASELINE_H

#include <stddef.h>
#include <stdint.h>

/* The state that a careful program keeps between receipts: the trusted root, and the settings for validating chains. */
typedef struct openssl_baseline openssl_baseline;

/* Trusts one root certificate, DER, and validates chains at a time in seconds since 1970. Returns NULL if that fails. */
openssl_baseline *openssl_baseline_new(const uint8_t *root, size_t count, int64_t time);
void openssl_baseline_free(openssl_baseline *baseline);

/* Verifies a receipt: signature and chain. Returns the number of signed bytes, or -1 if it is rejected. */
long openssl_baseline_verify(const openssl_baseline *baseline, const uint8_t *receipt, size_t count);

/* Returns the reason why the last receipt was rejected. */
const char *openssl_baseline_reason(void);

/* Returns the version of the library. */
const char *openssl_baseline_version(void);

#endif
