# SPDX-License-Identifier: MIT
# shellcheck shell=sh
#
# Bundles of one number that differ in how much they say.

# event N ARCHIVE: the signed sample with N further events.
event() {
	python "$1" "$TOP/bundles/tests/signed/bundle.json" <<'END'
import json, sys
b = json.load(open(sys.argv[2]))
for i in range(int(sys.argv[1])):
    b["events"].append({"event_type": "graph_snapshot", "target": "graph",
                        "subject_pith_number": b["pith_number"],
                        "event_id": "sha256:%064x" % i, "payload": {"n": i}})
json.dump(b, open("bundle.json", "w"), separators=(",", ":"))
END
	"$PITHTEX" pack -q -o "$2" bundle.json
}
