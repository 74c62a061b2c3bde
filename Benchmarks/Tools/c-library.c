/* c-library POLICY EVIDENCE COUNT: verifies evidence COUNT times with the C library of Distribution/build, which answers with JSON, and prints the
   processor time of one call in nanoseconds. POLICY is the text of a policy, EVIDENCE a file. */
#include <string.h>

#include <receiptkit.h>

#include "measuring.h"

int main(int count, char **arguments) {
    if (count != 4) return 64;
    size_t size;
    uint8_t *evidence = contents(arguments[2], &size);
    receiptkit_verifier *verifier = receiptkit_verifier_create(arguments[1], strlen(arguments[1]), NULL);
    long rounds = atol(arguments[3]);
    if (!verifier || rounds < 1) return 65;
    double start = 0;
    /* The first call, which isn't timed, makes the verifier remember the signer. */
    for (long round = -1; round < rounds; round++) {
        if (round == 0) start = seconds();
        char *answer = receiptkit_verify(verifier, evidence, size, (int64_t)time(NULL) * 1000);
        if (!answer || !strstr(answer, "\"verdict\":\"verified\"")) return 65;
        receiptkit_free(answer);
    }
    printf("%.0f\n", (seconds() - start) / (double)rounds * 1e9);
}
