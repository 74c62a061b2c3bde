/* cms-verify ROOT TIME RECEIPT COUNT: verifies a receipt COUNT times with OpenSSL's CMS_verify, as OpenSSLBaseline does, and prints the
   processor time of one verification in nanoseconds. */
#include "measuring.h"
#include "openssl_baseline.h"

int main(int count, char **arguments) {
    if (count != 5) return 64;
    size_t root_count, receipt_count;
    uint8_t *root = contents(arguments[1], &root_count), *receipt = contents(arguments[3], &receipt_count);
    openssl_baseline *baseline = openssl_baseline_new(root, root_count, atoll(arguments[2]));
    long rounds = atol(arguments[4]);
    if (!baseline || rounds < 1) return 65;
    double start = seconds();
    for (long round = 0; round < rounds; round++) {
        if (openssl_baseline_verify(baseline, receipt, receipt_count) < 0) {
            fprintf(stderr, "OpenSSL refuses: %s\n", openssl_baseline_reason());
            return 65;
        }
    }
    printf("%.0f\n", (seconds() - start) / (double)rounds * 1e9);
}
