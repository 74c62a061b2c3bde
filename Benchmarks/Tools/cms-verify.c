/* cms-verify ROOT TIME RECEIPT COUNT: verifies a receipt COUNT times with OpenSSL's CMS_verify, as OpenSSLBaseline does, and prints the
   processor time of one verification in nanoseconds. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "openssl_baseline.h"

static uint8_t *contents(const char *name, size_t *count) {
    FILE *file = fopen(name, "rb");
    uint8_t *bytes = malloc(1 << 24);
    if (!file || !bytes) exit(66);
    *count = fread(bytes, 1, 1 << 24, file);
    fclose(file);
    return bytes;
}

static double seconds(void) {
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

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
