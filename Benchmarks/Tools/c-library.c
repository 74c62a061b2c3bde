/* c-library POLICY EVIDENCE COUNT: verifies evidence COUNT times with the C library of Distribution/build, which answers with JSON, and prints the
   processor time of one call in nanoseconds. POLICY is the text of a policy, EVIDENCE a file. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <receiptkit.h>

static double seconds(void) {
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

int main(int count, char **arguments) {
    if (count != 4) return 64;
    FILE *file = fopen(arguments[2], "rb");
    uint8_t *evidence = malloc(1 << 24);
    if (!file || !evidence) return 66;
    size_t size = fread(evidence, 1, 1 << 24, file);
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
