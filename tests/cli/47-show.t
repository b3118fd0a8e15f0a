#!/bin/sh
# SPDX-License-Identifier: MIT
#
# show: the page of a number, and its recipe, which must work without pithtex, line by line.

. "$(dirname "$0")/../lib.sh"

suffix=RE7YA4NUEPAVNSZTI7K5XFZRCI
exits 0 "a bundle is packed" "$PITHTEX" pack -q "$TOP/bundles/samples/$suffix"
exits 0 "show" "$PITHTEX" show "$suffix.tar.gz"
cp out page
like page "^pith:RE7YA4NU$" "has the short form"
like page "^pith:2016:$suffix$" "the number"
like page '^signature verified$' "what the badge says"
like page '^On an analogue of the Markov equation' "the title"
like page '^Louis de Thanhoffer de Volcsey, Michel Van den Bergh$' "the authors"
like page '^arxiv:1607.04246 v1 · 2016-07-14 · math.AG$' "the source"
like page "^.pithnumber\{$suffix\}$" "what to write in the paper"
like page '^Key  .*unsigned' "that the key id is unsigned"
like page '^893f8071b423c156cb3347d5db973112307400d13f5a8190d00db5f02bf5cef3$' "the digest"
like page "^$(gzip -dc "$suffix.tar.gz" | sha256sum | cut -d' ' -f1)$" "the digest of the inner tar"
unlike page "$(printf '\033')" "no escape"

# The record at the end is the canonical one, spread out.
sed -n '/^Canonical record JSON/,$p' page | sed 1d >record
if [ -x /usr/bin/python3 ]; then
	exits 0 "the record in it makes the number" python <<'END'
from pith import *
t = Tally()
text = read("record")
record = json.loads(text)
t.check(number(record) == "pith:2016:" + SAMPLE, number(record))
t.check(text.decode() == json.dumps(record, indent=2, sort_keys=True) + "\n", "another layout")
t.end(2)
END
fi

# recipe PAGE: the commands, and what each must print.
recipe() {
	sed -n '/^Verify this Pith Number yourself/,/^$/p' "$1" | sed '1d;/^$/d'
}

if command -v openssl >"$BOX/null" && [ -x /usr/bin/python3 ]; then
	for file in "$suffix.tar.gz" bundle.json; do
		mkdir hand
		[ -e "$file" ] || cp "$TOP/bundles/samples/$suffix/bundle.json" bundle.json
		cp "$file" "hand/${file#bundle.}"
		file=${file#bundle.}
		(cd hand && "$PITHTEX" show "$file") >page
		recipe page >lines
		ok test -s lines
		number=0
		while IFS= read -r line; do
			number=$((number + 1))
			case $line in
			'# expect: '*)
				like shown "${line#'# expect: '}" "$file: line $number prints that"
				;;
			*)
				(cd hand && eval "$line") >shown 2>&1
				is $? 0 "$file: line $number works"
				;;
			esac
		done <lines
		# And fails: with a changed record, with a changed signature.
		ok test "$number" -ge 7
		rm -rf hand
	done
else
	echo "# no openssl or python3: the recipe was not tried"
fi

# A file name is one word of the recipe, whatever it holds, and never a command.
for file in 'two words' "it's" '$(touch PWNED)' '`touch PWNED`' '; touch PWNED' '-x' '"' '*'; do
	cp "$suffix.tar.gz" "./$file"
	"$PITHTEX" show -- "$file" >page
	first=$(recipe page | head -1)
	rm -rf hand && mkdir hand
	(cd hand && cp "../$file" . && eval "$first") >shown 2>&1
	is "$? $(cd hand && ls manifest-sha256.txt PWNED 2>"$BOX/null")" "0 manifest-sha256.txt" \
		"the recipe for a file named $file"
	rm -f "./$file"
done

# What does not hold is not shown as fact.
export PITHTEX_KEYS="$TOP/bundles/tests/keys"
for name in forged conflict; do
	exits 1 "show of a bundle that is $name" \
		"$PITHTEX" show "$TOP/bundles/tests/$name/bundle.json"
	unlike out '^(signature verified|Verify this|Canonical record)' "shows no page"
	like out "^  $name: " "but the checks"
done
exits 1 "show of an unsigned one" "$PITHTEX" show "$TOP/bundles/tests/unsigned/bundle.json"
like out '^record intact, not signed$' "shows it as that"
exits 2 "show of no bundle" "$PITHTEX" show "$TOP/COPYING"
is "$(wc -l <err)" 1 "one line says why"
exits 2 "show of no file" "$PITHTEX" show no-such-file

# A title may hold anything; the terminal gets none of it.
if [ -x /usr/bin/python3 ] && [ -d "${PITHTEX_SHARED:-/nonexistent}" ]; then
	exits 0 "50 hostile titles, names and file names" python <<'END'
from pith import *

t, texts = Tally(), load("adversarial/text/payloads.json")
texts = [p["text"] if isinstance(p, dict) else p for p in
         (texts["payloads"] if isinstance(texts, dict) else texts)]
record = json.loads(sample())["canonical_record"]
for k in ("title_canon_sha256", "abstract_canon_sha256"):
    del record["metadata"][k]
for text in texts:
    if "\0" in text:
        continue
    record["metadata"]["license"] = text
    record["source"]["kind"] = text
    paper = {"title": text, "authors_text": text}
    event = {"event_type": text, "event_id": text}
    made = bundle(record, source_aliases=[{"alias_kind": text, "alias_value": text}])
    made["events"].insert(0, event)
    name = "p" + text.replace("/", "_").encode()[:200].decode("utf-8", "ignore") + ".tar.gz"
    write(name, archive({"bundle.json": dump(made), "record.json": dump({"paper": paper})}))
    for words in (("show", name), ("verify", name), ("verify", "--json", name),
                  ("unpack", name, "d" + name), ("pack", name)):
        got = run(*words)
        shown = (got.stdout + got.stderr).decode()
        bad = [c for c in shown if c != "\n" and (ord(c) < 0x20 or 0x7f <= ord(c) < 0xa0
               or 0x202a <= ord(c) <= 0x202e or 0x2066 <= ord(c) <= 0x2069)]
        t.check(not bad, "%r: %r" % (words, bad))
        t.check(got.returncode in (1, 2), "%r: %d" % (words, got.returncode))
    os.unlink(name)
    # JSON keeps the exact text.
    write("x.tar.gz", archive({"bundle.json": dump(made), "record.json": dump({"paper": paper})}))
    t.check(verify(["x.tar.gz"])[0]["title"] == text, repr(text))
t.end(400)
END
fi

done_testing
