// Calls the versions of hypot and hypotf that glibc has had since its first release for the processor. The linker would choose those of glibc 2.35,
// which only differ in when they set errno. Distribution/build links this file with --wrap.
#if defined(__x86_64__)
#define FIRST "GLIBC_2.2.5"
#elif defined(__aarch64__)
#define FIRST "GLIBC_2.17"
#endif

__asm__(".symver first_hypot, hypot@" FIRST);
__asm__(".symver first_hypotf, hypotf@" FIRST);

double first_hypot(double, double);
float first_hypotf(float, float);

double __wrap_hypot(double x, double y) { return first_hypot(x, y); }
float __wrap_hypotf(float x, float y) { return first_hypotf(x, y); }
