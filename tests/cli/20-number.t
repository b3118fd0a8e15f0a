#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Spellings of one number: each published form names it, each look-alike does not.

. "$(dirname "$0")/../lib.sh"

need_python
need_shared

exits 0 "38 spellings, hostile ones among them" python <<'END'
from pith import *

data = load("adversarial/text/identifiers.json")
want = data["pith_number"]
t = Tally()
t.check(number(data["record"]) == want, "the record makes another number")
texts = [row["id"].encode() for row in data["ids"]]
for row, got in zip(data["ids"], ask("number", map(hexed, texts))):
    name, _, rest = got.partition(" ")
    suffix, _, year = rest.partition(" ")
    mine = name == "number" and want[10:].startswith(suffix) and year in ("0", want[5:9])
    t.check(mine == (row["verdict"] != "other"), "%r: %s" % (row, got))
    t.check(mine or name != "!" or len(got) > 20, "%r: no reason" % row)
t.end(77)
END

exits 0 "every real record's number, in each form" python <<'END'
from pith import *

t = Tally()
for row in load("vectors/pith-records.json"):
    full = row["pith_number"]
    suffix, source = full[10:], row["canonical_record"]["source"]
    forms = [full, full.lower(), "pith:" + suffix, suffix, suffix.lower(), " " + full + "\n",
             "https://pith.science/pith/" + suffix, row["url"],
             "http://www.pith.science/pith/" + suffix.lower() + "/state.json"]
    short = ["pith:" + suffix[:n] for n in (8, 12, 16)]
    arxiv = [source["id"], "arXiv:" + source["id"], "%(id)sv%(version)d" % source,
             "10.48550/arXiv." + source["id"], "https://doi.org/10.48550/arxiv." + source["id"]]
    answers = ask("number", [hexed(x.encode()) for x in forms + short + arxiv])
    for form, got in zip(forms, answers):
        year = full[5:9] if form.strip().lower().startswith(full[:9]) else "0"
        t.check(got == "number %s %d" % (suffix, int(year)), "%s: %s" % (form, got))
    for form, got in zip(short, answers[len(forms):]):
        t.check(got == "number %s 0" % form[5:], "%s: %s" % (form, got))
    for form, got in zip(arxiv, answers[len(forms) + 3:]):
        version = source["version"] if form == arxiv[2] else 0
        t.check(got == "arxiv %s %d" % (source["id"], version), "%s: %s" % (form, got))
t.end(75 * 17)
END

done_testing
