#!/bin/sh
# SPDX-License-Identifier: MIT
#
# What a browser makes of our pages: in light and dark, on a telephone, a desk and paper, without a
# fault that axe-core finds and without reaching outside.

. "$(dirname "$0")/../lib.sh"

need_python
need node npm
browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome) ||
	skip_all "no chromium"

cp "$TOP/tests/web/package.json" "$TOP/tests/web/package-lock.json" .
npm ci --ignore-scripts --no-audit --no-fund >npm.log 2>&1 ||
	skip_all "npm ci did not work: $(tail -n 1 npm.log)"

# chrome ARG...: one run of the browser, alone in its folder.
chrome() {
	timeout 120 "$browser" --headless --no-sandbox --disable-gpu --no-first-run \
		--disable-background-networking --disable-dev-shm-usage --hide-scrollbars \
		--user-data-dir="$BOX/profile" "$@" 2>>"$BOX/chrome.log"
}

PYTHONPATH=$TOP/tests/tools /usr/bin/python3 -B - <<'END' || exit 99
from pith import *
import ledger

title = "On an analogue of the Markov equation for exceptional collections, \u017d \u05d0"
r = ledger.record("1607.04246", title, inbound=6, outbound=4)
r["inbound"][0]["standing_notice"].update(
    events=[{"type": "retraction", "source": "crossref", "notice": "10.1/" + "x" * 200}],
    observation="One event was found.")
r["inbound"][1]["citation"]["citing_paper"]["title"] = "Averyveryverylongword" * 20
files = {"bundle.json": sample(), "citation-record.json": canon(r)}
for name in ("record.json", "graph.json"):
    path = os.path.join(TOP, "bundles", "samples", SAMPLE, name)
    if os.path.exists(path):
        files[name] = read(path)
write("own.tar.gz", archive(files))
END
"$PITHTEX" show --html own.tar.gz >number.html || exit 99
"$PITHTEX" show --html --citations own.tar.gz >ledger.html || exit 99
"$PITHTEX" cache add -q --cache cache own.tar.gz || exit 99
"$PITHTEX" site -q cache site || exit 99
cp site/index.html front.html

# faults: what the script below left in the page, line by line.
faults() {
	sed 's/<br>/\n/g; s/<[^>]*>//g' | sed -n '/BEGIN/,/END/{s/.*BEGIN//;/^END/d;/^$/!p;}'
}

# A copy for each case: the page may run no script, so the policy is taken out and the light is
# set by hand; what axe finds is left in the title.
cat >instrument.py <<'END'
import sys
page, dark, out = sys.argv[1:]
text = open(page).read()
start = text.index("<meta http-equiv")
text = text[:start] + text[text.index(">", start) + 2:]
query = "(prefers-color-scheme:dark)"
assert text.count(query) == 1
text = text.replace(query, "all" if dark == "dark" else "not all")
axe = open("node_modules/axe-core/axe.min.js").read()
run = """
addEventListener("load", async () => {
  const rules = { "color-contrast-enhanced": { enabled: true } };
  const r = await axe.run(document, { rules });
  const places = v => v.nodes.map(n => n.html.slice(0, 200)).join(" | ");
  const tell = r.violations.map(v => v.id + ": " + places(v));
  const wide = document.documentElement.scrollWidth > innerWidth;
  document.body.innerHTML = "<pre id=axefound></pre>";
  axefound.textContent = "BEGIN\\n" + r.passes.length + " rules passed\\n"
      + (wide ? "wider than the window\\n" : "") + tell.join("\\n") + "\\nEND";
});
"""
open(out, "w").write(text.replace("</body>", "<script>" + axe + "</script><script>" + run
                                  + "</script></body>"))
END

# look WIDTH: case.html in a frame of that width, since a browser's window may not be so narrow;
# what was found goes to standard output.
look() {
	cat >frame.html <<END
<!DOCTYPE html><title>f</title><body style="margin:0">
<iframe src="case.html" style="border:0;width:${1}px;height:900px"></iframe>
<script>
const frame = document.querySelector("iframe");
const look = setInterval(() => {
  const f = frame.contentDocument && frame.contentDocument.getElementById("axefound");
  if (f) { clearInterval(look); document.body.innerText = f.textContent; }
}, 50);
</script></body>
END
	chrome --allow-file-access-from-files --window-size=1400,1000 \
		--virtual-time-budget=60000 --dump-dom "file://$T/frame.html" | faults
}

for page in number ledger front; do
	for light in light dark; do
		/usr/bin/python3 instrument.py $page.html $light case.html
		for width in 360 1280; do
			look $width >found
			name="$page, $light, $width"
			like found '^[1-9][0-9]* rules passed$' "$name: axe ran"
			is "$(sed '/ rules passed$/d' found)" "" "$name: and found nothing"
		done
	done
	# Nothing from outside, with the policy as it is: the console stays silent.
	: >"$BOX/chrome.log"
	at=$page.html
	[ $page != front ] || at=site/index.html
	chrome --enable-logging=stderr --dump-dom "file://$T/$at" >dom
	is "$(grep -c 'CONSOLE\|Refused' "$BOX/chrome.log")" 0 "$page: the browser is silent"
	like dom '<main>' "$page: is read"
	chrome --no-pdf-header-footer --print-to-pdf="$T/$page.pdf" "file://$T/$at"
	if command -v pdftotext >"$BOX/null"; then
		pdftotext -layout $page.pdf - | tr -s ' \n\f' '   ' >out
		case $page in
		number) words='pith:2016:RE7YA4NUEPAVNSZTI7K5XFZRCI.*Canonical record JSON' ;;
		front) words='Pith Numbers.*All numbers.*On an analogue of the Markov' ;;
		ledger) words='LEDGER.*Coverage vector.*Pith citing papers.*What was checked' ;;
		esac
		like out "$words" "$page: on paper"
	fi
done

# A fault that is planted is found: grey on grey, a picture without words, a page too wide.
bad='<img src="x.png"><p style="width:2000px">x</p>'
sed "s/--ink:#1a1a1a/--ink:#bbb/; s,</main>,$bad&," number.html >bad.html
/usr/bin/python3 instrument.py bad.html light case.html
look 1280 >out
like out '^color-contrast: ' "axe sees weak ink"
like out '^image-alt: ' "and a picture without words"
like out '^wider than the window' "and what is too wide"

done_testing
