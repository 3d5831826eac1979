"""Writes the machine of an SCXML file as Ragel reads it: states are labels, each event a number."""
import sys
import xml.etree.ElementTree as ET

NS = "{http://www.w3.org/2005/07/scxml}"
root = ET.parse(sys.argv[1]).getroot()
states = [node for node in root.iter() if node.tag in (NS + "state", NS + "final")]
names = {node.get("id"): f"s{index}" for index, node in enumerate(states)}
events = {}
print("%%{\n  machine m;\n  alphtype int;\n  main := start: ( 0 -> s0 ),")
lines = []
for node in states:
    arrows = []
    for arrow in node.findall(NS + "transition"):
        number = events.setdefault(arrow.get("event"), len(events) + 1)
        target = names.get(arrow.get("target"), names[node.get("id")])
        arrows.append(f"{number} -> {target}")
    lines.append(f"  {names[node.get('id')]}: ( {' | '.join(arrows) or '0 -> final'} )")
print(",\n".join(lines) + ";\n}%%\n%% write data;\n%% write exec;")
