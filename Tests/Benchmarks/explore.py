"""Runs 'Exploring' some times for each machine, and prints a table of medians: steps a second of processor time, and the
bytes by which a configuration raises the peak of the process."""

import os
import statistics
import sys

release, debug = sys.argv[1:3]

# The name of the row, the machine, its size, and the same for a debug build.
ROWS = [
    ("flat, two numbers", "Flat", 2236, 700),
    ("the same, with `can reach`", "FlatReach", 2236, 700),
    ("`MediaPlayer`", "MediaPlayer", 35000, 1500),
    ("`ConnectionPool`, a limit of 6, and of 5 in debug", "ConnectionPool", 6, 5),
]


def run(program, machine, size):
    """What the program prints, its seconds of processor time, and its peak in bytes."""
    reader, writer = os.pipe()
    child = os.posix_spawn(
        program, [program, machine, str(size)], os.environ, file_actions=[(os.POSIX_SPAWN_DUP2, writer, 1)])
    os.close(writer)
    with os.fdopen(reader) as output:
        numbers = output.read().split()
    _, status, usage = os.wait4(child, 0)
    if status != 0:
        sys.exit(f"{program} {machine} {size} failed")
    peak = usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024)
    return int(numbers[0]), int(numbers[1]), usage.ru_utime + usage.ru_stime, peak


def measure(program, machine, size, runs):
    """Configurations, steps a second, and the growth of the peak beside that of the smallest exploration."""
    _, _, idle, base = run(program, machine, 3)
    all_runs = [run(program, machine, size) for _ in range(runs)]
    configurations, steps = all_runs[0][:2]
    seconds = statistics.median(seconds for _, _, seconds, _ in all_runs)
    peak = statistics.median(peak for _, _, _, peak in all_runs)
    return configurations, steps / (seconds - idle), peak - base


print("| machine | configurations | -O, steps/s | bytes a configuration | peak, MB "
      "| odds of missing one | configurations in debug | debug, steps/s |")
print("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
for name, machine, size, debug_size in ROWS:
    configurations, speed, growth = measure(release, machine, size, 3)
    debug_configurations, debug_speed, _ = measure(debug, machine, debug_size, 3)
    print(f"| {name} | {configurations:,} | {speed / 1e6:.1f} M | {growth / configurations:.0f} | {growth / 1e6:.0f} "
          f"| {configurations ** 2 / 2 ** 65:.0e} | {debug_configurations:,} | {debug_speed / 1e6:.1f} M |", flush=True)
