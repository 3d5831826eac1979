#include "CTraps.h"

#include <setjmp.h>
#include <signal.h>

// What a trap is: an instruction that there is not, or a break point, or, after a message, the end of the process.
static const int signals[] = {SIGILL, SIGTRAP, SIGABRT};
enum { count = sizeof signals / sizeof *signals };

static sigjmp_buf place;
// Others have handlers, too: its own are there while the body runs.
static struct sigaction before[count];

static void leave(int number) { siglongjmp(place, number); }

int machine_traps(void (*body)(void *), void *context) {
  struct sigaction own = {0};
  own.sa_handler = leave;
  int traps = sigsetjmp(place, 1);
  if (!traps) {
    for (int i = 0; i < count; i++) sigaction(signals[i], &own, &before[i]);
    body(context);
  }
  for (int i = 0; i < count; i++) sigaction(signals[i], &before[i], 0);
  return traps != 0;
}
