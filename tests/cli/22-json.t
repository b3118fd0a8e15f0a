#!/bin/sh
# SPDX-License-Identifier: MIT
#
# JSON as others test it: the published suites are read as they must be, and the canonical bytes are
# those of Python.

. "$(dirname "$0")/../lib.sh"

need_python
need_shared

exits 0 "canonical-cases: the bytes, and again the same bytes" python <<'END'
from pith import *

t = Tally()
cases = load("adversarial/canonical-cases.json")
for case, got in zip(cases, ask("canon", [c["input_hex"] for c in cases])):
    t.check(got == case["canonical_hex"], "%(input)s: " % case + got)
for case, got in zip(cases, ask("canon", [c["canonical_hex"] for c in cases])):
    t.check(got == case["canonical_hex"], "%(canonical)s again: " % case + got)
t.end(32)
END

exits 0 "adversarial/json: each reject refused, each accept taken" python <<'END'
from pith import *

t = Tally()
folder = os.path.join(SHARED, "adversarial", "json")
names = sorted(os.listdir(folder))
texts = [read(os.path.join(folder, n)) for n in names]
for name, text, got in zip(names, texts, ask("canon", map(hexed, texts), "object")):
    refused = got.startswith("! ")
    t.check(refused == name.startswith("reject"), "%s: %s" % (name, got))
    if refused:
        t.check("line " in got or "byte " in got, "%s: no place: %s" % (name, got))
    else:
        t.check(bytes.fromhex(got) == canon(json.loads(text)), name)
t.end(56 * 2)
END

# JSONTestSuite: y_ is taken unless it breaks a rule that is written down (canon/json.h): U+0000,
# a real number, an integer of more than 64 bits.  n_ is refused without exception; i_ is free.
exits 0 "JSONTestSuite" python <<'END'
from pith import *

t = Tally()
folder = os.path.join(SHARED, "data", "jsontestsuite", "test_parsing")
names = sorted(os.listdir(folder))
texts = [read(os.path.join(folder, n)) for n in names]
for name, text, got in zip(names, texts, ask("canon", map(hexed, texts))):
    refused = got.startswith("! ")
    if name.startswith("n_"):
        t.check(refused, "%s is taken" % name)
        continue
    if name.startswith("y_") and refused:
        rule = (b"\\u0000" in text or "not an integer" in got or "duplicate" in got)
        t.check(rule, "%s: %s" % (name, got))
    elif not refused:
        t.check(bytes.fromhex(got) == canon(json.loads(text)), "%s: other bytes" % name)
t.end(280)
END

exits 0 "jansson's own suites" python <<'END'
from pith import *

t = Tally()
root = os.path.join(SHARED, "data", "jansson-suites", "test", "suites")
for suite in ("valid", "invalid", "invalid-unicode"):
    names = sorted(n for n in os.listdir(os.path.join(root, suite))
                   if os.path.exists(os.path.join(root, suite, n, "input")))
    texts = [read(os.path.join(root, suite, n, "input")) for n in names]
    for name, text, got in zip(names, texts, ask("canon", map(hexed, texts), "object")):
        label = "%s/%s: %s" % (suite, name, got)
        if suite != "valid":
            t.check(got.startswith("! "), label)
            continue
        # What they take and we do not: other values than objects at the top, reals.
        value = json.loads(text)
        ours = isinstance(value, dict) and not any(
            isinstance(x, float) for x in value.values())
        t.check(got.startswith("! ") != ours, label)
        if ours:
            t.check(bytes.fromhex(got) == canon(value), label)
t.end(90)
END

# RFC 8785 is another form: it sorts by UTF-16 and prints reals.  The input is data all the same.
exits 0 "the JCS documents, in our form" python <<'END'
from pith import *

t = Tally()
folder = os.path.join(SHARED, "data", "jcs-rfc8785", "testdata", "input")
names = sorted(os.listdir(folder))
texts = [read(os.path.join(folder, n)) for n in names]
for name, text, got in zip(names, texts, ask("canon", map(hexed, texts))):
    if "not an integer" in got:
        t.check(name in ("structures.json", "values.json"), "%s: %s" % (name, got))
    else:
        t.check(bytes.fromhex(got) == canon(json.loads(text)), name)
t.end(6)
END

done_testing
