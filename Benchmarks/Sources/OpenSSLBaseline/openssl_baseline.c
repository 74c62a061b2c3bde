#include "openssl_baseline.h"

#include <limits.h>
#include <openssl/cms.h>
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/x509_vfy.h>
#include <stdlib.h>

struct openssl_baseline {
    X509_STORE *store;
};

void openssl_baseline_free(openssl_baseline *baseline) {
    if (!baseline) return;
    X509_STORE_free(baseline->store);
    free(baseline);
}

openssl_baseline *openssl_baseline_new(const uint8_t *root, size_t count, int64_t time) {
    if (count > LONG_MAX) return NULL;
    openssl_baseline *baseline = calloc(1, sizeof *baseline);
    X509 *certificate = d2i_X509(NULL, &root, (long)count);
    X509_VERIFY_PARAM *param = X509_VERIFY_PARAM_new();
    int ok = baseline && certificate && param && (baseline->store = X509_STORE_new()) &&
             X509_STORE_add_cert(baseline->store, certificate);
    if (ok) {
        /* Validate the chain at the creation date, for any purpose: OpenSSL knows no purpose for receipt signers. */
        X509_VERIFY_PARAM_set_time(param, (time_t)time);
        ok = X509_VERIFY_PARAM_set_purpose(param, X509_PURPOSE_ANY) && X509_STORE_set1_param(baseline->store, param);
    }
    X509_VERIFY_PARAM_free(param);
    X509_free(certificate);
    if (ok) return baseline;
    openssl_baseline_free(baseline);
    return NULL;
}

long openssl_baseline_verify(const openssl_baseline *baseline, const uint8_t *receipt, size_t count) {
    if (count > LONG_MAX) return -1;
    long length = -1;
    const uint8_t *end = receipt;
    ERR_clear_error();
    CMS_ContentInfo *container = d2i_CMS_ContentInfo(NULL, &end, (long)count);
    BIO *content = BIO_new(BIO_s_mem());
    if (container && content && end == receipt + count &&
        CMS_verify(container, NULL, baseline->store, NULL, content, CMS_BINARY) == 1) {
        char *octets = NULL;
        length = BIO_get_mem_data(content, &octets);
    }
    BIO_free(content);
    CMS_ContentInfo_free(container);
    return length;
}

const char *openssl_baseline_reason(void) { return ERR_reason_error_string(ERR_peek_last_error()); }

const char *openssl_baseline_version(void) { return OpenSSL_version(OPENSSL_VERSION); }
