#ifndef CTRAPS_H
#define CTRAPS_H

/// Calls the body with its context; whether it has trapped, and was left where it had.
int machine_traps(void (*body)(void *), void *context);

#endif
