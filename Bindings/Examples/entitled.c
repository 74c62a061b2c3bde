/* Whether a customer has access to a product.
 *     cc entitled.c $(pkg-config --cflags --libs receiptkit) -o entitled
 *     entitled POLICY.json PRODUCT JWS...          a file for each; exits with 0 if granted, 1 if not, 2 if not verified */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <receiptkit.h>

static char *contents(const char *path) {
    FILE *file = fopen(path, "rb");
    char *text = calloc(1, 65537);
    if (file == NULL || text == NULL) exit(64);
    fread(text, 1, 65536, file);
    fclose(file);
    return text;
}

int main(int count, char **arguments) {
    if (count < 4) return 64;
    char *error, *policy = contents(arguments[1]);
    receiptkit_verifier *verifier = receiptkit_verifier_create(policy, strlen(policy), &error);
    free(policy);
    if (verifier == NULL) {
        fprintf(stderr, "%s\n", error ? error : "no memory");
        receiptkit_free(error);
        return 64;
    }
    /* Neither a product identifier nor a JWS contains characters that JSON escapes. */
    char *request = calloc(count, 65536 + 16);
    size_t size = sprintf(request, "{\"products\":{\"it\":[\"%s\"]},\"evidence\":[", arguments[2]);
    for (int i = 3; i < count; i++) {
        char *jws = contents(arguments[i]);
        size += sprintf(request + size, "%s\"%.*s\"", i > 3 ? "," : "", (int)strcspn(jws, "\r\n"), jws);
        free(jws);
    }
    size += sprintf(request + size, "]}");
    char *answer = receiptkit_ledger(verifier, (const uint8_t *)request, size, (int64_t)time(NULL) * 1000);
    free(request);
    receiptkit_verifier_destroy(verifier);
    if (answer == NULL) return 70;
    puts(answer);
    /* The members are always in this order. To read more than this, use a JSON parser. */
    int verified = strncmp(answer, "{\"verdict\":\"verified\"", 21) == 0;
    int granted = verified && strstr(answer, "\"access\":{\"it\":{\"state\":\"granted\"") != NULL;
    receiptkit_free(answer);
    return granted ? 0 : verified ? 1 : 2;
}
