/* Counts a program's allocations, and prints the number when the program ends: LD_PRELOAD=liballocations.so PROGRAM.
   Only for Linux with glibc, because the functions below call glibc's allocator. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <unistd.h>

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

static atomic_ulong blocks, octets;

static void count(size_t size) {
    atomic_fetch_add_explicit(&blocks, 1, memory_order_relaxed);
    atomic_fetch_add_explicit(&octets, size, memory_order_relaxed);
}

void *malloc(size_t size) {
    count(size);
    return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
    count(number * size);
    return __libc_calloc(number, size);
}

void *realloc(void *old, size_t size) {
    count(size);
    return __libc_realloc(old, size);
}

void *memalign(size_t alignment, size_t size) {
    count(size);
    return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    count(size);
    return __libc_memalign(alignment, size);
}

int posix_memalign(void **result, size_t alignment, size_t size) {
    count(size);
    *result = __libc_memalign(alignment, size);
    return *result ? 0 : ENOMEM;
}

__attribute__((destructor)) static void print_counts(void) {
    char line[96];
    int length = snprintf(line, sizeof line, "allocations %lu octets %lu\n", (unsigned long)blocks, (unsigned long)octets);
    if (length > 0 && write(STDERR_FILENO, line, (size_t)length) < 0) return;
}
