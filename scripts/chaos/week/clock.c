/* Preloaded into a server, it moves the server's clock ahead by as many seconds as the file CLOCK_FILE holds,
   a native int64_t, which may be changed at any time. Timers and monotonic clocks stay as they are, so that
   timeouts and lock waits keep their lengths. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>

static const volatile int64_t *ahead;
static int (*real_gettimeofday)(struct timeval *, void *);
static int (*real_clock_gettime)(clockid_t, struct timespec *);

__attribute__((constructor)) static void begin(void) {
  const char *name = getenv("CLOCK_FILE");
  int file = name ? open(name, O_RDONLY | O_CLOEXEC) : -1;
  void *page = file < 0 ? MAP_FAILED : mmap(NULL, sizeof *ahead, PROT_READ, MAP_SHARED, file, 0);
  real_gettimeofday = (int (*)(struct timeval *, void *))dlsym(RTLD_NEXT, "gettimeofday");
  real_clock_gettime = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
  if (page == MAP_FAILED) abort();
  ahead = page;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
  int status = real_gettimeofday(now, zone);
  if (status == 0) now->tv_sec += *ahead;
  return status;
}

int clock_gettime(clockid_t clock, struct timespec *now) {
  int status = real_clock_gettime(clock, now);
  if (status == 0 && clock == CLOCK_REALTIME) now->tv_sec += *ahead;
  return status;
}

time_t time(time_t *kept) {
  struct timeval now;
  gettimeofday(&now, NULL);
  if (kept) *kept = now.tv_sec;
  return now.tv_sec;
}
