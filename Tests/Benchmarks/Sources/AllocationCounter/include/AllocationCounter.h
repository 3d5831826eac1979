#ifndef ALLOCATION_COUNTER_H
#define ALLOCATION_COUNTER_H

/// The number of allocations so far. Counted where the C library lets a program replace `malloc` (glibc); else 0.
long allocation_count(void);

#endif
