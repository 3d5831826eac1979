"""Prints what finds the mutants of machines: for 'run', which see."""

import concurrent.futures
import json
import os
import re
import resource
import shutil
import subprocess
import sys

import mutations

here = os.path.dirname(os.path.abspath(__file__))
root = os.path.dirname(os.path.dirname(here))
tool, library, work = sys.argv[1:4]
names = sys.argv[4:]
SEEDS = [str(number * 1000) for number in range(1, 11)]
CORES = os.cpu_count() or 1
STATEMENT = re.compile(r"^ *((?:never|invariant) .*|[^/\n]* can reach .*)$", re.MULTILINE)
# Machines by the name of the test, which says the parameters of generic ones.
with open(f"{root}/Tests/GoldenTests/ExploreTests.swift") as tests:
    TYPES = {
        re.match(r"\w+", type).group(): type
        for type in re.findall(r"explore\((\w+(?:<[\w, ]+>)?)\.self", tests.read())
    }


def run(command, **options):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **options)


def in_parallel(function, items):
    with concurrent.futures.ThreadPoolExecutor(CORES) as pool:
        return list(pool.map(function, items))


def companions(name, text):
    """The other examples whose machines a text names."""
    code = re.sub(r"//.*", "", text)
    return [other for other in TYPES if other != name and re.search(rf"\b{other}\b", code)]


def without_wrappers(text):
    """The same machine, whose wrappers are none of these questions."""
    text = re.sub(r"^ *(public )?wrapper .*\n", "", text, flags=re.MULTILINE)
    if "interface methods" in text:
        return text
    return re.sub(r"^((?:public )?machine .*\{)$", r"\1\n  wrapper none", text, flags=re.MULTILINE)


class Mutant:
    def __init__(self, number, what, text):
        self.number, self.what, self.text = number, what, text
        self.refused_by_generator = self.refused_by_swift = False
        self.warnings = []
        self.findings, self.stops, self.pairs_differ, self.seeds = set(), False, False, 0
        self.has_no_end = False

    @property
    def is_run(self):
        return not self.refused_by_generator and not self.refused_by_swift

    @property
    def is_warned_of(self):
        return bool(self.warnings)

    @property
    def differs(self):
        return self.is_run and (self.pairs_differ or self.seeds > 0)


class Spec:
    def __init__(self, name):
        self.name = name
        self.text = open(f"{root}/specs/{name}.sm").read()
        self.folder = f"{work}/{name}"
        shutil.rmtree(self.folder, ignore_errors=True)
        os.makedirs(self.folder)
        self.machines = re.findall(r"^(?:public )?machine (\w+)", self.text, re.MULTILINE)
        self.options = ["--standalone"]
        for other in companions(name, self.text):
            self.options += ["--with", f"{root}/specs/{other}.sm"]
        self.statements = STATEMENT.findall(self.text)
        self.mutants = [Mutant(*item) for item in (
            (number, what, text) for number, (what, text) in enumerate(mutations.mutants(self.text), 1))]

    # Generating

    def named(self, text, number):
        """The text with other names of machines: all mutants are compiled in one module."""
        text = without_wrappers(text)
        if number:
            for machine in self.machines:
                text = re.sub(rf"\b{machine}\b", f"{machine}_M{number}", text)
        return text

    def generate(self, number, text):
        """Writes the Swift and the glue, and returns the codes of warnings; nil where the machine is refused."""
        path = f"{self.folder}/M{number}"
        with open(path + ".sm", "w") as file:
            file.write(self.named(text, number))
        generated = run([tool, "generate", *self.options, "-o", path + ".swift", path + ".sm"])
        glue = run([tool, "glue", *self.options, "-o", path + ".glue.swift", path + ".sm"])
        if generated.returncode != 0 or glue.returncode != 0:
            return None
        # A warning that a statement brings is found by the statement.
        with open(path + ".check.sm", "w") as file:
            file.write(STATEMENT.sub("", self.named(text, number)))
        checked = run([tool, "check", *self.options, path + ".check.sm"])
        return sorted(re.findall(r"\[(W\d+)\]", checked.stderr + checked.stdout))

    def generate_all(self):
        own = self.generate(0, self.text)
        if own is None:
            sys.exit(f"{self.name} is not generated")
        self.values = self.values_near(0)

        def generate(mutant):
            codes = self.generate(mutant.number, mutant.text)
            mutant.refused_by_generator = codes is None
            if codes is None:
                return
            mutant.warnings = list(codes)
            for code in own:
                if code in mutant.warnings:
                    mutant.warnings.remove(code)
            self.add_values(mutant.number)

        in_parallel(generate, self.mutants)

    def values_near(self, number):
        with open(f"{self.folder}/M{number}.glue.swift") as file:
            return re.findall(r"near: (\[[\d, -]*\])\)", file.read())

    def add_values(self, number):
        """A mutant is told of the events of the original: besides its own values, it has those of the original."""
        path = f"{self.folder}/M{number}.glue.swift"
        with open(path) as file:
            text = file.read()
        values = iter(self.values)

        def both(match):
            own, other = json.loads(match.group(1)), json.loads(next(values, "[]"))
            return f"near: {sorted(set(own + other))})"

        with open(path, "w") as file:
            file.write(re.sub(r"near: (\[[\d, -]*\])\)", both, text))

    # Compiling

    def compile(self):
        """Compiles all mutants in one module; what Swift refuses is left out, and the rest is compiled again."""
        others = []
        pending = companions(self.name, self.text)
        while pending:
            other = pending.pop()
            path = f"{self.folder}/{other}.sm"
            if path in others:
                continue
            with open(f"{root}/specs/{other}.sm") as file:
                text = file.read()
            with open(path, "w") as file:
                file.write(without_wrappers(text))
            others.append(path)
            pending += companions(other, text)
        for path in others:
            # What holds a machine decides which members it has.
            around = [other for other in others if other != path] + [f"{self.folder}/M0.sm"]
            within = [option for other in around for option in ("--with", other)]
            run([tool, "generate", "--standalone", *within, "-o", path + ".swift", path], check=True)
            run([tool, "glue", "--standalone", *within, "-o", path + ".glue.swift", path], check=True)
        while True:
            numbers = [0] + [mutant.number for mutant in self.mutants if mutant.is_run]
            with open(f"{self.folder}/main.swift", "w") as file:
                file.write(self.main(numbers))
            files = [f"{self.folder}/M{number}{end}" for number in numbers for end in (".swift", ".glue.swift")]
            files += [path + end for path in others for end in (".swift", ".glue.swift")]
            compiled = run(
                ["swiftc", "-swift-version", "6", "-Onone", "-wmo", "-num-threads", str(CORES), "-module-name",
                 "Mutants", "-suppress-warnings", "-I", library, "-L", library, "-lStateMachineTesting", "-Xlinker",
                 "-rpath", "-Xlinker", library, "-o", f"{self.folder}/mutants", f"{self.folder}/main.swift",
                 f"{here}/Harness.swift", f"{here}/Types.swift", *files], cwd=self.folder)
            if compiled.returncode == 0:
                return
            places = re.findall(r"\bM(\d+)\.(?:glue\.swift|swift|sm):\d+:\d+: error", compiled.stderr)
            refused = {int(number) for number in places}
            refused &= set(numbers) - {0}
            if not refused:
                sys.exit(f"{self.name} is not compiled:\n{compiled.stderr[-5000:]}")
            for mutant in self.mutants:
                mutant.refused_by_swift |= mutant.number in refused

    def main(self, numbers):
        """The Swift that calls the harness for each mutant."""
        original = TYPES[self.name]

        def mutant(number):
            return re.sub(r"^\w+", lambda match: match.group() + (f"_M{number}" if number else ""), original) + ".self"

        def switch(call):
            cases = [f"  case \"{number}\": {call}{mutant(number)})" for number in numbers]
            return "\n".join(["  switch CommandLine.arguments[1] {", *cases, "  default: break", "  }"])

        explore, compare = switch("explore("), switch(f"await compare({original}.self, ")
        return f'if CommandLine.arguments[2] == "explore" {{\n{explore}\n}} else {{\n{compare}\n}}\n'

    # Running

    def ask(self, number, question):
        """The lines that the program prints, and whether it was stopped."""
        def limit():
            resource.setrlimit(resource.RLIMIT_CPU, (120, 120))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

        answer = run([f"{self.folder}/mutants", str(number), question], preexec_fn=limit)
        return answer.stdout.splitlines(), answer.returncode != 0

    def run_one(self, mutant):
        lines, mutant.stops = self.ask(mutant.number, "explore")
        mutant.findings = {self.finder(line[6:]) for line in lines if line.startswith("found ")}
        lines, stops = self.ask(mutant.number, "pairs")
        mutant.pairs_differ = stops or "differ" in lines
        mutant.has_no_end = "without an end" in lines
        # Where a mutant stops the program, the seeds behind have to be asked one by one.
        lines, stops = self.ask(mutant.number, ",".join(SEEDS))
        if stops:
            answers = [self.ask(mutant.number, seed) for seed in SEEDS]
            mutant.seeds = sum(1 for lines, stops in answers if stops or lines)
        else:
            mutant.seeds = sum(1 for line in lines if line.startswith("differ "))

    def finder(self, text):
        """The statement that a finding is about, or a word for all others."""
        for statement in self.statements:
            if text.startswith(f"'{statement}'"):
                return statement
        return "built in"

    def run_all(self):
        original = Mutant(0, "", self.text)
        self.run_one(original)
        if original.findings or original.stops or original.differs:
            sys.exit(f"{self.name} itself: {original.findings}, {original.pairs_differ}, {original.seeds}")
        in_parallel(self.run_one, [mutant for mutant in self.mutants if mutant.is_run])


def report(spec):
    """A row of the first table, the rows of the second, and remarks."""
    made = spec.mutants
    ran = [mutant for mutant in made if mutant.is_run]
    differ = [mutant for mutant in ran if mutant.differs]
    walks = sum(mutant.seeds for mutant in differ)
    all_walks = len(differ) * len(SEEDS)
    by_pairs = sum(1 for mutant in differ if mutant.pairs_differ)
    silent = [mutant for mutant in differ if not mutant.is_warned_of and not mutant.stops and not mutant.findings]
    first = [
        spec.name, len(made), sum(mutant.refused_by_generator for mutant in made),
        sum(mutant.refused_by_swift for mutant in made), len(ran) - len(differ), len(differ),
        sum(mutant.is_warned_of for mutant in differ), sum(mutant.stops for mutant in differ),
        sum("built in" in mutant.findings for mutant in differ),
        sum(bool(mutant.findings - {"built in"}) for mutant in differ), len(silent), f"{by_pairs}",
        f"{walks / all_walks * 100:.1f} %" if all_walks else "–",
    ]
    second = []
    for statement in spec.statements:
        killed = [mutant for mutant in differ if statement in mutant.findings]
        alone = [mutant for mutant in killed
                 if not mutant.is_warned_of and mutant.findings - {"built in"} == {statement}]
        only = [mutant for mutant in alone if not mutant.stops and mutant.findings == {statement}]
        second.append([spec.name, f"`{statement}`", len(killed), len(alone), len(only)])
    remarks = [f"{spec.name} {mutant.what}: pairs miss it" for mutant in differ if not mutant.pairs_differ]
    remarks += [f"{spec.name} {mutant.what}: found by {mutant.seeds} of {len(SEEDS)} seeds"
                for mutant in differ if mutant.seeds < len(SEEDS)]
    remarks += [f"{spec.name} {mutant.what}: not all pairs were seen" for mutant in ran if mutant.has_no_end]
    return first, second, remarks, silent


def table(head, rows):
    print("| " + " | ".join(head) + " |")
    print("| " + " | ".join("---" if name in ("spec", "statement") else "---:" for name in head) + " |")
    for row in rows:
        print("| " + " | ".join(str(cell) for cell in row) + " |")
    print()


def main():
    firsts, seconds, remarks = [], [], []
    for name in names or [name for name in sorted(TYPES) if name != "EveryFeature"]:
        spec = Spec(name)
        spec.generate_all()
        spec.compile()
        spec.run_all()
        first, second, more, silent = report(spec)
        firsts.append(first)
        seconds += second
        remarks += more
        print(" ".join(str(cell) for cell in first), file=sys.stderr, flush=True)
        with open(f"{work}/{name}.txt", "w") as file:
            for mutant in spec.mutants:
                by = sorted(mutant.findings) + ["stops"] * mutant.stops + mutant.warnings
                kind = ("not generated" if mutant.refused_by_generator else "not compiled" if mutant.refused_by_swift
                        else "differs" if mutant.differs else "equal")
                file.write(f"{mutant.number} {mutant.what} | {kind} | {'; '.join(by)} | "
                           f"pairs {mutant.pairs_differ} seeds {mutant.seeds}\n")
        shutil.rmtree(spec.folder)
    table(["spec", "mutants", "not generated", "not compiled", "equal", "differ", "a new warning", "stops",
           "a finding without a statement", "a statement", "nothing but `conform`", "pairs", "walks"], firsts)
    table(["spec", "statement", "finds", "with no warning and no other statement", "with nothing else"], seconds)
    for remark in remarks:
        print(f"- {remark}")


main()
