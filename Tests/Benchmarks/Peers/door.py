"""The door in Python's `transitions`. Prints a row of the table."""
import statistics
import sys
import time

from transitions import Machine

count, expected, generated = int(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3])


class Door:
    def __init__(self):
        self.persons = 0
        self.outputs = 0
        self.machine = Machine(
            self, states=["open", "closing", "closed", "opening"], initial="open", auto_transitions=False,
            ignore_invalid_triggers=True)
        add = self.machine.add_transition
        add("persons_entered", "open", None, conditions="has_room", after="enter")
        add("persons_entered", "open", "open", before="buzz", after="clear")
        add("close_button", "open", "closing", conditions="is_not_full", before="emit")
        add("door_locked", "closing", "closed")
        add("open_button", ["closing", "closed"], "opening", before="emit")
        add("door_opened", "opening", "open")
        for state in ["open", "closing", "closed", "opening"]:
            self.machine.get_state(state).add_callback("enter", "count")

    def has_room(self, count): return self.persons + count <= 10
    def is_not_full(self): return self.persons < 10
    def enter(self, count): self.persons += count
    def clear(self, count): self.persons = 0
    def buzz(self, count): self.outputs += 1
    def emit(self): self.outputs += 1
    def count(self, *_): self.outputs += 2


state = 0x9E3779B97F4A7C15
script = []
for _ in range(4096):
    state ^= state << 13 & 0xFFFFFFFFFFFFFFFF
    state ^= state >> 7
    state ^= state << 17 & 0xFFFFFFFFFFFFFFFF
    script.append(state % 6)

times = []
for _ in range(3):
    door = Door()
    calls = [lambda: door.persons_entered(1), lambda: door.persons_entered(3), door.close_button, door.door_locked,
             door.open_button, door.door_opened]
    events = [calls[kind] for kind in script]
    start = time.perf_counter()
    for index in range(count):
        events[index & 4095]()
    times.append((time.perf_counter() - start) * 1e9 / count)
    if door.outputs != expected:
        sys.exit(f"Python comes to {door.outputs}, not {expected}")
median = statistics.median(times)
print(f"| Python, `transitions` | {median:.2f} | {1000 / median:.2f} | | {median / generated:.0f} |")
