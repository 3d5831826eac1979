#include "CTraps.h"

#include <setjmp.h>
#include <signal.h>
#include <stddef.h>

static sigjmp_buf place;
static volatile sig_atomic_t is_within;

static void leave(int number) {
  if (is_within) {
    is_within = 0;
    siglongjmp(place, 1);
  }
  signal(number, SIG_DFL);
  raise(number);
}

int machine_traps(void (*body)(void *), void *context) {
  static int is_installed;
  if (!is_installed) {
    is_installed = 1;
    // What a trap is: an instruction that there is not, or a break point, or, behind a message, the end of the process.
    signal(SIGILL, leave);
    signal(SIGTRAP, leave);
    signal(SIGABRT, leave);
  }
  if (sigsetjmp(place, 1)) {
    return 1;
  }
  is_within = 1;
  body(context);
  is_within = 0;
  return 0;
}
