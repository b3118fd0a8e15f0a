#!/bin/sh
# SPDX-License-Identifier: MIT
#
# The exit status, one table for all: 0 all is good, 1 the work was done and there are findings,
# 2 it could not be done.  And --json, which says the same to machines.

. "$(dirname "$0")/../lib.sh"

export PITHTEX_KEYS="$TOP/bundles/tests/keys"
for name in signed unsigned forged conflict; do
	cp "$TOP/bundles/tests/$name/bundle.json" $name.json
done
sed 's/9912.00010/9912.00019/' signed.json >wrong.json
printf 'no bundle' >damaged.json
mkdir folder

# verify: the worst of all its files counts.
exits 0 "good" "$PITHTEX" verify signed.json
exits 0 "good twice" "$PITHTEX" verify signed.json signed.json
for name in unsigned forged conflict wrong damaged; do
	exits 1 "$name" "$PITHTEX" verify $name.json
	is "$(wc -l <err)" 1 "one line on standard error"
	like err "^pithtex: $name.json: $name: [a-z ]*: .*; " "file, verdict, check, reason, advice"
	exits 1 "good and $name" "$PITHTEX" verify signed.json $name.json signed.json
	is "$(grep -c '^  good: ' out)" 2 "the good ones are told, too"
	exits 1 "$name -q" "$PITHTEX" verify -q $name.json
	is "$(cat out err)" "" "is quiet"
done
exits 2 "absent" "$PITHTEX" verify absent.json
like err '^pithtex: absent.json: No such file or directory$' "is named"
exits 2 "a folder" "$PITHTEX" verify folder
exits 2 "absent, among others" "$PITHTEX" verify signed.json absent.json forged.json
is "$(grep -c '^  [a-z]*: pith:' out)" 2 "the others are told all the same"
exits 2 "absent -q" "$PITHTEX" verify -q absent.json
is "$(wc -l <err)" 1 "an error is not silenced"
if [ "$(id -u)" -ne 0 ]; then
	cp signed.json secret.json
	chmod 0 secret.json
	exits 2 "unreadable" "$PITHTEX" verify secret.json
	like err 'secret.json: Permission denied' "is named"
fi

# What must use the file ends with 2 on every one that it cannot use.
for verb in show unpack; do
	exits 0 "$verb good" "$PITHTEX" $verb signed.json
	exits 1 "$verb unsigned" "$PITHTEX" $verb unsigned.json
	exits 2 "$verb damaged" "$PITHTEX" $verb damaged.json
	exits 2 "$verb absent" "$PITHTEX" $verb absent.json
done
exits 2 "unpack wrong" "$PITHTEX" unpack wrong.json
exits 2 "unpack forged" "$PITHTEX" unpack forged.json

# Standard output that cannot be written.
if [ -c /dev/full ]; then
	for words in "verify signed.json" "verify --json signed.json" "show signed.json" \
		"key list" "help" "version"; do
		# shellcheck disable=SC2086
		"$PITHTEX" $words >/dev/full 2>err
		is $? 2 "$words >/dev/full"
		like err 'standard output: No space left on device' "says why"
	done
fi
# shellcheck disable=SC2094
"$PITHTEX" verify signed.json >&- 2>err
is $? 2 "a closed standard output"

# Disk trouble leaves things as they were.
if [ "$(id -u)" -ne 0 ]; then
	mkdir shut
	chmod 555 shut
	exits 2 "pack into a folder that is shut" "$PITHTEX" pack -o shut/x.tar.gz signed.json
fi

if [ ! -x /usr/bin/python3 ]; then
	echo "# no python3: JSON not looked at"
	done_testing
fi
exits 0 "--json is JSON, in ASCII, with the fields that are promised" python <<'END'
from pith import *

t = Tally()
names = ["signed", "unsigned", "forged", "conflict", "wrong", "damaged"]
files = [n + ".json" for n in names]
os.rename("signed.json", "signed.tmp")
os.makedirs("in", exist_ok=True)
os.rename("signed.tmp", "in/bundle.json")
write("signed.json", read("in/bundle.json"))
KEYS = {"file", "verdict", "words", "number", "canonical_sha256", "tar_sha256", "title", "checks"}
got = run("verify", "--json", *files)
whole = json.loads(got.stdout.decode("ascii"))
t.check(got.returncode == whole["status"] == 1, "status")
for name, f in zip(names, whole["files"]):
    t.check(KEYS <= set(f), "%s lacks %r" % (name, KEYS - set(f)))
    t.check(f["verdict"] == ("good" if name == "signed" else name), repr(f))
    t.check((f["number"] is None) == (name == "damaged"), repr(f))
    failed = [c for c in f["checks"] if c["result"] == "fail"]
    t.check(bool(failed) == (name != "signed"), repr(failed))
    t.check(all(("verdict" in c) == (c["result"] == "fail") for c in f["checks"]), name)
for words, status in ((["verify", "signed.json"], 0), (["verify", "absent.json"], 2),
                      (["show", "signed.json"], 0), (["show", "unsigned.json"], 1),
                      (["pack", "-o", "x.tar.gz", "in"], 0), (["key", "list"], 0),
                      (["key", "show", "test-registry"], 0), (["version"], 0),
                      (["cache", "add", "--cache", "c", "signed.json"], 0),
                      (["cache", "list", "--cache", "c"], 0),
                      (["cache", "check", "--cache", "c"], 0)):
    got = run(words[0], "--json", *words[1:]) if words[0] not in ("key", "cache") else run(
        *words[:2], "--json", *words[2:])
    t.check(got.returncode == status, "%r: %d %r" % (words, got.returncode, got.stderr))
    try:
        json.loads(got.stdout.decode("ascii"))
        t.check(got.stdout.endswith(b"\n"), "%r: no line end" % words)
    except ValueError as e:
        t.check(False, "%r: %s: %r" % (words, e, got.stdout[:200]))
# The same meaning as the lines for people.
plain = run("verify", *files).stdout.decode()
for f in whole["files"]:
    for c in f["checks"]:
        line = "  %-4s  %-15s  %s\n" % (c["result"], c["check"], c["text"])
        t.check(line in plain, repr(line))
t.end(60)
END

done_testing
