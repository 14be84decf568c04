#!/usr/bin/env python3
"""Every model under a folder, every criterion: the suite is what the independent measurement says, the same from run to
run, valid by the schema and possible in the model; a suite of all transitions is proved the shortest, and where one
sequence takes each transition exactly once it has as many steps as explore counts.

run_cover.py BINARY SCHEMA FOLDER... [--only NAME] ; prints a line for each fault and exits 1 where there is one.
"""
import argparse
import json
import os
import subprocess
import sys
import tempfile

CRITERIA = ["outcomes", "states", "transitions", "pairs", "n-switch:2", "lifecycle", "boundaries"]
LARGE = 40000  # transitions: beyond, pairs and longer runs are left to smaller models

faults = []
circuits = []  # by model whose transitions were looked at: are they one circuit


def fault(model, criterion, text):
    faults.append(f"{model}, {criterion}: {text}")


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    return done.returncode, done.stdout, done.stderr


def type_fits(value, name):
    return {
        "object": isinstance(value, dict),
        "array": isinstance(value, list),
        "string": isinstance(value, str),
        "integer": isinstance(value, int) and not isinstance(value, bool),
        "boolean": isinstance(value, bool),
        "null": value is None,
        "number": isinstance(value, (int, float)) and not isinstance(value, bool),
    }[name]


def schema_faults(value, schema, root, place="$"):
    """The part of JSON Schema that docs/suite.schema.json uses; a keyword that it does not know is a fault itself."""
    known = {"$schema", "$id", "title", "description", "type", "properties", "required", "additionalProperties", "items",
             "$ref", "$defs", "const", "enum", "oneOf", "minimum"}
    for keyword in schema:
        if keyword not in known:
            yield f"{place}: the schema uses `{keyword}`, which this test does not know"
    if "$ref" in schema:
        target = root
        for part in schema["$ref"].split("/")[1:]:
            target = target[part]
        yield from schema_faults(value, target, root, place)
        return
    if "oneOf" in schema:
        if sum(not list(schema_faults(value, one, root, place)) for one in schema["oneOf"]) != 1:
            yield f"{place}: not exactly one alternative fits"
        return
    types = schema.get("type")
    if types and not any(type_fits(value, t) for t in ([types] if isinstance(types, str) else types)):
        yield f"{place}: is not {types}"
        return
    if "const" in schema and value != schema["const"]:
        yield f"{place}: is not {schema['const']}"
    if "enum" in schema and value not in schema["enum"]:
        yield f"{place}: is none of {schema['enum']}"
    if "minimum" in schema and value < schema["minimum"]:
        yield f"{place}: below {schema['minimum']}"
    if isinstance(value, dict):
        for name in schema.get("required", []):
            if name not in value:
                yield f"{place}: `{name}` is missing"
        for name, item in value.items():
            if name in schema.get("properties", {}):
                yield from schema_faults(item, schema["properties"][name], root, f"{place}.{name}")
            elif schema.get("additionalProperties") is False:
                yield f"{place}: `{name}` is not known"
    if isinstance(value, list) and "items" in schema:
        for number, item in enumerate(value):
            yield from schema_faults(item, schema["items"], root, f"{place}[{number}]")


def models(folders):
    for folder in folders:
        for here, _, names in sorted(os.walk(folder)):
            yield from (os.path.join(here, name) for name in sorted(names) if name.endswith(".model"))


def check_suite(binary, schema, model, criterion, scratch):
    first, second = os.path.join(scratch, "a.json"), os.path.join(scratch, "b.json")
    code, out, err = run(binary, "cover", model, "--criterion", criterion, "--anyway", "--json", "--suite", first)
    if code != 0:
        return fault(model, criterion, f"exit {code}: {err.strip()}")
    told = json.loads(out)
    run(binary, "cover", model, "--criterion", criterion, "--anyway", "--json", "--suite", second)
    with open(first, "rb") as a, open(second, "rb") as b:
        text = a.read()
        if text != b.read():
            fault(model, criterion, "two runs differ")
    suite = json.loads(text)
    for wrong in schema_faults(suite, schema, schema):
        fault(model, criterion, f"schema: {wrong}")
    if told["covered"] != told["goals"]:
        fault(model, criterion, f"covers {told['covered']} of {told['goals']}")
    if not told["lower_bound"] <= told["cost"] or (told["greedy_cost"] and told["cost"] > told["greedy_cost"]):
        fault(model, criterion, f"cost {told['cost']}, bound {told['lower_bound']}, greedy {told['greedy_cost']}")
    if told["optimal"] != (told["lower_bound"] == told["cost"]):
        fault(model, criterion, "optimal, and above the bound")
    code, out, _ = run(binary, "replay", model, first, "--criterion", criterion, "--json")
    replayed = json.loads(out)
    departed = [s["name"] for s in replayed["sequences"] if "departs_at" in s]
    if departed:
        fault(model, criterion, f"departs: {departed[0]}")
    if (replayed["covered"], replayed["goals"]) != (told["covered"], told["goals"]):
        fault(model, criterion, f"measured {replayed['covered']} of {replayed['goals']}")
    return told


def edges_of(folder):
    """The graph, read from the traces of a suite that covers it: {(state, action): state}, and the starts."""
    edges, starts = {}, set()
    for name in sorted(os.listdir(folder)):
        with open(os.path.join(folder, name), encoding="utf-8") as file:
            trace = json.load(file)
        states = []
        for state in trace["states"]:
            values = {key: value for key, value in state.items() if key not in ("#meta", "action_taken")}
            states.append((json.dumps(values, sort_keys=True), state["action_taken"]))
        starts.add(states[0][0])
        for (before, _), (after, action) in zip(states, states[1:]):
            if edges.setdefault((before, action), after) != after:
                raise ValueError(f"{name}: {action} leads to two states")
    return edges, starts


def reached(neighbours, start):
    seen, waiting = {start}, [start]
    while waiting:
        for node in neighbours.get(waiting.pop(), ()):
            if node not in seen:
                seen.add(node)
                waiting.append(node)
    return seen


def is_one_circuit(edges, starts):
    """Balanced and strongly connected, with one start: then one sequence takes each transition once."""
    ahead, back, balance = {}, {}, {}
    for (before, _), after in edges.items():
        ahead.setdefault(before, []).append(after)
        back.setdefault(after, []).append(before)
        balance[before] = balance.get(before, 0) + 1
        balance[after] = balance.get(after, 0) - 1
    if len(starts) != 1 or any(balance.values()):
        return False
    start = next(iter(starts))
    return reached(ahead, start) == reached(back, start) == set(balance)


def check_circuit(binary, model, told):
    with tempfile.TemporaryDirectory() as folder:
        code, _, err = run(binary, "cover", model, "--criterion", "transitions", "--anyway", "--json", "--itf", folder)
        if code != 0:
            return fault(model, "transitions", f"--itf: exit {code}: {err.strip()}")
        edges, starts = edges_of(folder)
    if len(edges) != told["goals"]:
        fault(model, "transitions", f"the traces show {len(edges)} transitions of {told['goals']}")
    circuit = is_one_circuit(edges, starts)
    if circuit and (told["steps"] != len(edges) or len(told["sequences"]) != 1):
        fault(model, "transitions", f"one circuit of {len(edges)} would do, and there are {told['steps']} steps")
    circuits.append(circuit)


def check_transitions(binary, explored, model, told):
    if told is None:
        return
    if told["goals"] <= 2000:
        check_circuit(binary, model, told)
    if not told["optimal"]:
        fault(model, "transitions", "not proved the shortest")
    if told["goals"] != explored["transitions"]:
        fault(model, "transitions", f"{told['goals']} goals, {explored['transitions']} transitions")
    if told["steps"] < explored["transitions"]:
        fault(model, "transitions", "fewer steps than transitions")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("binary")
    parser.add_argument("schema")
    parser.add_argument("folders", nargs="+")
    parser.add_argument("--only")
    arguments = parser.parse_args()
    with open(arguments.schema, encoding="utf-8") as file:
        schema = json.load(file)
    count = 0
    for model in models(arguments.folders):
        if arguments.only and arguments.only not in model:
            continue
        code, out, err = run(arguments.binary, "explore", model, "--json", "--keep-going", "--max-states", "20000")
        explored = json.loads(out) if out else {}
        if not explored.get("complete"):
            print(f"left out: {model}: {'more than 20,000 states' if explored else err.strip()}")
            continue
        with tempfile.TemporaryDirectory() as scratch:
            for criterion in CRITERIA:
                if explored["transitions"] > LARGE and criterion in ("pairs", "n-switch:2"):
                    continue
                told = check_suite(arguments.binary, schema, model, criterion, scratch)
                if criterion == "transitions":
                    check_transitions(arguments.binary, explored, model, told)
                count += 1
    for line in faults:
        print(line)
    print(f"{count} suites, {len(faults)} faults; the transitions of {sum(circuits)} models are one circuit")
    sys.exit(1 if faults or count == 0 else 0)


main()
