/* For programs that call one function many times. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

/* Returns the contents of a file of at most 16 MiB. */
static uint8_t *contents(const char *name, size_t *count) {
    FILE *file = fopen(name, "rb");
    uint8_t *bytes = malloc(1 << 24);
    if (!file || !bytes) exit(66);
    *count = fread(bytes, 1, 1 << 24, file);
    fclose(file);
    return bytes;
}

/* Returns the processor time of this process. */
static double seconds(void) {
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}
