// The door as a C programmer writes it: a switch in a switch. Prints a row of the table.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum state { OPEN, CLOSING, CLOSED, OPENING };
enum kind { PERSONS_ENTERED, CLOSE_BUTTON, DOOR_LOCKED, OPEN_BUTTON, DOOR_OPENED };
enum output { CLOSE, OPEN_DOOR, BUZZ };
enum outcome { IGNORED, STAYED, TRANSITIONED };

struct event { enum kind kind; int64_t count; };
struct door { enum state state; int64_t persons; };

static int64_t outputs;

static inline void emit(enum output output, int64_t speed) {
  (void)output;
  (void)speed;
  outputs += 1;
}

static inline enum outcome handle(struct door *door, const struct event *event) {
  switch (door->state) {
  case OPEN:
    switch (event->kind) {
    case PERSONS_ENTERED:
      if (door->persons + event->count <= 10) {
        door->persons += event->count;
        return STAYED;
      }
      emit(BUZZ, 0);
      door->persons = 0;
      return TRANSITIONED;
    case CLOSE_BUTTON:
      if (door->persons < 10) {
        emit(CLOSE, door->persons > 5 ? 1 : 2);
        door->state = CLOSING;
        return TRANSITIONED;
      }
      return IGNORED;
    case DOOR_LOCKED: case OPEN_BUTTON: case DOOR_OPENED: return IGNORED;
    }
    break;
  case CLOSING:
    switch (event->kind) {
    case DOOR_LOCKED: door->state = CLOSED; return TRANSITIONED;
    case OPEN_BUTTON: emit(OPEN_DOOR, 0); door->state = OPENING; return TRANSITIONED;
    case PERSONS_ENTERED: case CLOSE_BUTTON: case DOOR_OPENED: return IGNORED;
    }
    break;
  case CLOSED:
    switch (event->kind) {
    case OPEN_BUTTON: emit(OPEN_DOOR, 0); door->state = OPENING; return TRANSITIONED;
    case PERSONS_ENTERED: case CLOSE_BUTTON: case DOOR_LOCKED: case DOOR_OPENED: return IGNORED;
    }
    break;
  case OPENING:
    switch (event->kind) {
    case DOOR_OPENED: door->state = OPEN; return TRANSITIONED;
    case PERSONS_ENTERED: case CLOSE_BUTTON: case DOOR_LOCKED: case OPEN_BUTTON: return IGNORED;
    }
    break;
  }
  return IGNORED;
}

__attribute__((noinline)) static int64_t drive(const struct event *events, long count) {
  struct door door = {OPEN, 0};
  outputs = 0;
  for (long index = 0; index < count; index++)
    if (handle(&door, &events[index & 4095]) == TRANSITIONED) outputs += 2;
  return outputs;
}

static int compare(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

int main(int argc, char **argv) {
  if (argc < 4) return 64;
  long count = atol(argv[1]);
  long expected = atol(argv[2]);
  double generated = atof(argv[3]);
  static struct event events[4096];
  uint64_t state = 0x9E3779B97F4A7C15u;
  for (int index = 0; index < 4096; index++) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    static const struct event kinds[] = {{PERSONS_ENTERED, 1}, {PERSONS_ENTERED, 3}, {CLOSE_BUTTON, 0},
                                         {DOOR_LOCKED, 0},     {OPEN_BUTTON, 0},     {DOOR_OPENED, 0}};
    events[index] = kinds[state % 6];
  }
  double times[15];
  for (int round = 0; round < 15; round++) {
    struct timespec start, end;
    clock_gettime(CLOCK_MONOTONIC, &start);
    int64_t result = drive(events, count);
    clock_gettime(CLOCK_MONOTONIC, &end);
    if (result != expected) {
      fprintf(stderr, "C comes to %lld, not %ld\n", (long long)result, expected);
      return 1;
    }
    times[round] = ((end.tv_sec - start.tv_sec) * 1e9 + (end.tv_nsec - start.tv_nsec)) / count;
  }
  qsort(times, 15, sizeof(double), compare);
  printf("| C, a switch in a switch (clang -O2) | %.2f | %.2f | 0.00 | %.2f |\n", times[7], 1000 / times[7],
         times[7] / generated);
  return 0;
}
