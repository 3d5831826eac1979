"""Makes mutants of the text of a machine: each differs from it in one row, or in one effect of a state or an event."""

import re

# What begins a statement that is no row.
DECLARATIONS = re.compile(
    r"(machine|state|initial state|final state|event|output|var|let|private|public|package|typealias|action|region"
    r"|group|choice|wrapper|interface|unhandled|import|defer|never|invariant|try|within|unowned|weak)\b|//|@|\}")
OPERATORS = {"<=": "<", "<": "<=", ">=": ">", ">": ">=", "==": "!=", "!=": "=="}
TURNS = [
    ("+=", "-="), ("-=", "+="), ("true", "false"), ("false", "true"), (" + 1", " - 1"), ("max(", "min("),
    ("min(", "max("),
]


class Statement:
    """A row, a guard with a name, effects of a state, or an event with effects: from one place of the text to another."""

    def __init__(self, begin, end, text):
        self.begin, self.end, self.text = begin, end, text


def skip(text, index):
    """The index behind a string or a bracket that begins at an index."""
    if text[index] == '"':
        index += 1
        while index < len(text) and text[index] != '"':
            index += 2 if text[index] == "\\" else 1
        return index + 1
    closing = {"(": ")", "[": "]", "{": "}"}.get(text[index])
    if closing is None:
        return index + 1
    index += 1
    while index < len(text) and text[index] != closing:
        index = skip(text, index)
    return index + 1


def find(text, piece, begin=0):
    """The place of a piece outside of strings and brackets; -1 for none."""
    index = begin
    while index < len(text):
        if text.startswith(piece, index):
            return index
        index = skip(text, index)
    return -1


def split(text):
    """The ranges of what commas separate, outside of strings and brackets."""
    ranges, begin = [], 0
    while True:
        comma = find(text, ",", begin)
        ranges.append((begin, len(text) if comma < 0 else comma))
        if comma < 0:
            return ranges
        begin = comma + 1


def statements(text):
    """The statements that mutants differ in, in the order of the text."""
    found, offset, depth_of_swift, lines = [], 0, 0, text.splitlines(keepends=True)
    index = 0
    while index < len(lines):
        line = lines[index]
        stripped = line.strip()
        begin = offset + len(line) - len(line.lstrip())
        offset += len(line)
        index += 1
        if depth_of_swift:
            depth_of_swift += line.count("{") - line.count("}")
            continue
        if re.match(r"swift \{", stripped):
            depth_of_swift = line.count("{") - line.count("}")
            continue
        end = begin + len(stripped)
        while index < len(lines) and re.match(r"/ |\[", lines[index].strip()):
            end = offset + len(lines[index].rstrip())
            offset += len(lines[index])
            index += 1
        statement = text[begin:end]
        comment = find(statement, " //")
        if comment >= 0:
            end, statement = begin + len(statement[:comment].rstrip()), statement[:comment].rstrip()
        if re.match(r"guard \w+ = ", statement):
            found.append(Statement(begin, end, statement))
        elif re.match(r"(event\b.*|(entry|exit|do)) / ", statement):
            found.append(Statement(begin, end, statement))
        elif re.search(r"\{ *(entry|exit|do) / [^{}]*\}$", statement):
            inner = re.search(r"(entry|exit|do) / [^{}]*[^{} ]", statement)
            found.append(Statement(begin + inner.start(), begin + inner.end(), inner.group()))
        elif not DECLARATIONS.match(statement) and (
                find(statement, " : ") >= 0 or statement.startswith(": ")
                or re.match(r"(initial|history|deepHistory) ->", statement)):
            found.append(Statement(begin, end, statement))
    return found


def names_of_states(text):
    names = []
    for match in re.finditer(r"^\s*(?:(?:initial|final) )?(state) (.*)$", text, re.MULTILINE):
        rest = match.group(2).split(" {")[0].split("//")[0]
        for begin, end in split(rest):
            name = re.match(r"\w+", rest[begin:end].strip())
            if name:
                names.append(name.group())
    return names


def changes(statement, states):
    """The changed texts of a statement, each with what has been done."""
    text = statement.text
    if re.match(r"guard \w+ = ", text):
        head = text.index("= ") + 2
        yield from ((what, text[:head] + guard) for what, guard in changed_guards(text[head:]))
        return
    is_row = not re.match(r"(entry|exit|do|event)\b", text)
    slash = find(text, " / ") if not text.startswith("/ ") else 0
    head, effects = (text, None) if slash < 0 else (text[:slash].rstrip(), text[slash:].lstrip()[2:])
    between = "" if effects is None else text[len(head):len(text) - len(effects)]
    tail = "" if effects is None else between + effects
    if is_row:
        yield "dropped", ""
        colon = find(head, ": ") if not head.startswith(": ") else 0
        arrow = find(head, "->")
        if arrow >= 0 and (colon < 0 or arrow < colon):
            behind = arrow + 2
            end = find(head, " :", behind)
            end = len(head) if end < 0 else end
            target = head[behind:end].strip()
            name = re.match(r"[\w.]+", target)
            last = name.group().split(".")[-1] if name else ""
            place = states.index(last) if last in states else 0
            others = [other for other in states[place + 1:] + states[:place] if other != last]
            for other in others[:3]:
                yield f"to {other}", head[:behind] + " " + other + head[end:] + tail
            if head[:arrow].strip():
                yield "stays", head[:arrow].rstrip() + head[end:] + tail
            for what, changed in turned(target):
                yield what, head[:behind] + " " + changed + head[end:] + tail
        bracket = guard_place(head, max(colon, 0))
        if bracket:
            begin, end = bracket
            for what, guard in changed_guards(head[begin:end]):
                yield what, head[:begin] + guard + head[end:] + tail
    if effects is not None:
        ranges = split(effects)
        for begin, end in ranges:
            if len(ranges) == 1:
                if is_row or text.startswith("event"):
                    yield f"without {effects.strip()}", head
                else:
                    yield f"without {effects.strip()}", ""
            else:
                rest = [effects[b:e].strip() for b, e in ranges if (b, e) != (begin, end)]
                yield f"without {effects[begin:end].strip()}", head + between + ", ".join(rest)
        for what, changed in turned(effects):
            yield what, head + between + changed


def guard_place(head, begin):
    """The range of what stands in the brackets of a row's guard; nil for 'else'."""
    index = begin
    while index < len(head):
        if head[index] == "[" and head[index - 1] in " ":
            end = skip(head, index)
            return None if head[index + 1:end - 1].strip() == "else" else (index + 1, end - 1)
        index = skip(head, index)
    return None


def changed_guards(guard):
    yield f"not [{guard}]", f"!({guard})"
    for match in re.finditer(r"(?<= )(<=|>=|==|!=|<|>)(?= )", guard):
        changed = guard[:match.start()] + OPERATORS[match.group()] + guard[match.end():]
        yield f"[{changed}]", changed
    for match in re.finditer(r"(?<![\w.])\d+(?![\w.])", guard):
        changed = guard[:match.start()] + str(int(match.group()) + 1) + guard[match.end():]
        yield f"[{changed}]", changed
    for one, other in (("&&", "||"), ("||", "&&")):
        if one in guard:
            changed = guard.replace(one, other, 1)
            yield f"[{changed}]", changed


def turned(text):
    """The text with an assignment or a value that is another one."""
    for one, other in TURNS:
        begin, end = (r"\b" if letter.isalpha() else "" for letter in (one[0], one[-1]))
        for match in re.finditer(begin + re.escape(one) + end, text):
            changed = text[:match.start()] + other + text[match.end():]
            yield changed.strip(), changed
    for match in re.finditer(r"(?<=[ (=])\d+(?=[,) }]|$)", text):
        changed = text[:match.start()] + str(int(match.group()) + 1) + text[match.end():]
        yield changed.strip(), changed


def mutants(text):
    """Pairs of what has been done and the changed text, each text once."""
    seen = {text}
    rows = statements(text)
    states = names_of_states(text)

    def line(statement):
        return text.count("\n", 0, statement.begin) + 1

    for statement in rows:
        for what, changed in changes(statement, states):
            mutant = text[:statement.begin] + changed + text[statement.end:]
            if mutant not in seen:
                seen.add(mutant)
                yield f"{line(statement)}: {what}", mutant
    for one, other in zip(rows, rows[1:]):
        between = text[one.end:other.begin]
        if between.strip() or one.text.startswith(("guard ", "entry", "exit", "do ", "event")):
            continue
        if other.text.startswith(("guard ", "entry", "exit", "do ", "event")):
            continue
        mutant = text[:one.begin] + other.text + between + one.text + text[other.end:]
        if mutant not in seen:
            seen.add(mutant)
            yield f"{line(one)}: swapped with the next", mutant
