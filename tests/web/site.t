#!/bin/sh
# SPDX-License-Identifier: MIT
#
# A site of a thousand papers in a browser, from its folder and from nginx with our own
# configuration: searched, walked, silent, within itself; and fetched back by wget.

. "$(dirname "$0")/../lib.sh"

need_python
need nginx wget curl
[ -r /etc/nginx/nginx.conf ] || skip_all "no /etc/nginx/nginx.conf"
/usr/bin/python3 -c 'import nacl.signing' 2>"$BOX/null" || skip_all "no python3-nacl"
browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome) ||
	skip_all "no chromium"

cp -R "$TOP/bundles/tests/keys" keys
cp "$TOP/bundles/keys/pith-mirrors.json" keys/
export PITHTEX_KEYS="$T/keys"
PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$TOP/tests/tools LC_ALL=C.UTF-8 \
	/usr/bin/python3 "$TOP/tests/tools/mirror.py" c 1000
exits 0 "a site of a thousand papers" "$PITHTEX" site c s

# --- nginx, with the configuration that comes with the program ---

port=$(/usr/bin/python3 -c 'import socket
s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
here=http://127.0.0.1:$port
sed "s,listen 80;,listen 127.0.0.1:$port;,; s,root /srv/pith;,root $T/s;," \
	"$TOP/doc/site.nginx" >site.conf
mkdir -p ngx
for name in client_body proxy fastcgi uwsgi scgi; do
	echo "${name}_temp_path $T/ngx/$name;"
done >places
# Within what the distribution's nginx.conf says, but for the places of its own files.
{
	[ "$(id -u)" -ne 0 ] || echo "user root;"
	sed -e '/^user /d; /^include /d' -e "s,^pid .*,pid $T/ngx/pid;," \
		-e "s,error_log .*,error_log $T/ngx/error.log;," \
		-e "s,access_log .*,access_log $T/ngx/access.log;," \
		-e "s,include .*/conf\.d/.*,include $T/site.conf;," -e '/sites-enabled/d' \
		-e "/^http {/r $T/places" /etc/nginx/nginx.conf
} >nginx.conf
like nginx.conf '^[[:space:]]*include /etc/nginx/mime.types' "it has types of its own"
nginx -e "$T/ngx/error.log" -c "$T/nginx.conf" 2>err || { note <err && exit 99; }
trap 'kill "$(cat "$T/ngx/pid")"; leave' EXIT

# answer PATH [HEADER]: status and type of an answer.
answer() {
	curl -s -o body -D head ${2+-H "$2"} "$here/$1"
	sed -n '1s/^[^ ]* \([0-9]*\).*/\1/p; s/\r$//; s/^[Cc]ontent-[Tt]ype: //p' head |
		tr -d '\r' | tr '\n' ' '
}
one=$(find s/paper -name citation-record.json | LC_ALL=C sort | head -1)
id=${one#s/paper/}
id=${id%/citation-record.json}
suffix=$(sed -n 's,.*href="../../../pith/\([A-Z2-7]*\)/index.html".*,\1,p' \
	"s/paper/$id/citation-record/index.html")
tgz=$(cd s && find "pith/$suffix" -name '*.tar.gz')
is "$(answer "pith/$suffix/bundle.json")" "200 application/json; charset=utf-8 " "bundle.json"
same body "s/pith/$suffix/bundle.json" "its bytes"
is "$(answer ".well-known/pith/$suffix/bundle.json")" "200 application/json; charset=utf-8 " \
	"at the well-known address"
is "$(answer "pith/$suffix.json")" "200 application/json; charset=utf-8 " "the record"
is "$(answer "pith/$suffix/")" "200 text/html; charset=utf-8 " "the page of a number"
is "$(answer "pith/$suffix")" "301 text/html " "without its slash"
like head "^[Ll]ocation: /pith/$suffix/" "leads there"
is "$(answer "paper/$id/citation-record.json")" "200 application/json; charset=utf-8 " "a ledger"
is "$(answer "paper/$id/citation-record/")" "200 text/html; charset=utf-8 " "and its page"
is "$(answer "$tgz")" "200 application/gzip " "an archive"
same body "s/$tgz" "its bytes"
unlike head '^[Cc]ontent-[Ee]ncoding' "not as an encoding of something else"
is "$(answer "pith/$suffix/$suffix.svg")" "200 image/svg+xml " "a badge"
is "$(answer search/keys.js)" "200 text/javascript; charset=utf-8 " "the index"
is "$(answer .pithtex/list)" "404 text/html; charset=utf-8 " "the roll is not shown"
is "$(answer pith/NOSUCH)" "404 text/html; charset=utf-8 " "what is not there"
is "$(answer "pith/$suffix" 'Accept: application/ld+json')" \
	"200 application/json; charset=utf-8 " "linked data"
same body "s/pith/$suffix/bundle.json" "are the bundle"
like head '^[Vv]ary: .*Accept.?$' "which is said to depend on what was asked for"
for path in "pith/$suffix" "pith/$suffix/"; do
	answer "$path" >"$BOX/null"
	like head '^[Vv]ary: Accept.?$' "and of $path, too"
done
answer "pith/$suffix/$suffix.svg" >"$BOX/null"
unlike head '^[Vv]ary: Accept.?$' "not of a badge"
mkdir s/.well-known/acme-challenge
echo token >s/.well-known/acme-challenge/TOKEN
is "$(answer .well-known/acme-challenge/TOKEN)" "200 application/octet-stream " \
	"who gives certificates finds its token"
same body s/.well-known/acme-challenge/TOKEN "as it is"
rm -r s/.well-known/acme-challenge
is "$(answer .well-known/other)" "404 text/html; charset=utf-8 " "and nobody anything else"
curl -s -H 'Accept-Encoding: gzip' -D head -o body "$here/pith/$suffix/bundle.json"
like head '^[Cc]ontent-[Ee]ncoding: gzip' "packed for who takes it packed"
same body "s/pith/$suffix/bundle.json.gz" "with the bytes that lie there"
curl -s --compressed "$here/pith/$suffix" -H 'Accept: application/ld+json' |
	/usr/bin/python3 -c "import sys,json,hashlib,base64
r = json.load(sys.stdin)['canonical_record']
b = json.dumps(r, sort_keys=True, separators=(',',':'), ensure_ascii=False).encode()
print(base64.b32encode(hashlib.sha256(b).digest()).decode()[:26])" >number
is "$(cat number)" "$suffix" "the registry's own recipe works here"

# --- a browser, from the server and from the folder ---

# page ADDRESS: its DOM when it came to rest; what the browser said is in console.
page() {
	timeout 120 "$browser" --headless --no-sandbox --disable-gpu --no-first-run \
		--disable-background-networking --disable-dev-shm-usage --enable-logging=stderr \
		--user-data-dir="$BOX/profile" --virtual-time-budget=20000 --dump-dom "$1" \
		2>console >dom
	grep 'CONSOLE' console >said
}
title=$(sed -n 's,.*<h1>\(.*\)</h1>.*,\1,p' "s/paper/$id/citation-record/index.html")
words=$(echo "$title" | tr -dc 'a-zA-Z0-9 ' | tr ' ' '+')
for from in "$here" "file://$T/s"; do
	page "$from/index.html"
	is "$(cat said)" "" "$from: the front page is silent"
	unlike dom '<form[^>]* hidden' "its search is there"
	page "$from/index.html#q=$words"
	is "$(cat said)" "" "a search is silent"
	like dom "<a href=\"pith/$suffix/index.html\">" "the words of a title find it"
	like dom 'role="status">[1-9][0-9]* number' "and it is said how many"
	page "$from/index.html#q=pith:$(echo "$suffix" | cut -c 1-8)"
	like dom 'role="status">1 number<' "so does a short form"
	like dom "<a href=\"pith/$suffix/index.html\">" "and it alone"
	page "$from/index.html#q=arXiv:$id"
	like dom "<a href=\"pith/$suffix/index.html\">" "and an arXiv id"
	page "$from/index.html#q=q"
	like dom 'role="status">[0-9Tt].* of about [0-9]*; add a word' "one letter finds numbers"
	like dom '<li><a href="pith/[A-Z2-7]*/index.html">[^<]*[Qq]uasar' "by words that begin so"
	page "$from/index.html#q=q+$words"
	is "$(cat said)" "" "a letter and a title: silent"
	page "$from/index.html#q=${words%?}"
	like dom "<a href=\"pith/$suffix/index.html\">" "a title without its end is found"
	page "$from/index.html#q=%C2%B6"
	like dom 'Nothing here has that' "a character that no word begins with"
	page "$from/index.html#q=nosuchwordanywhere"
	like dom 'Nothing here has that' "what nobody has is said so"
	is "$(cat said)" "" "without a file that is not there"
	page "$from/pith/$suffix/index.html"
	is "$(cat said)" "" "the page of a number is silent"
	like dom "href=\"../../paper/$id/citation-record/index.html\"" "it leads to the ledger"
	page "$from/paper/$id/citation-record/index.html"
	is "$(cat said)" "" "which is silent"
	like dom 'Pith citing papers' "and is read"
done
grep -v '"GET /[^ ]* HTTP/1.1" \(200\|206\|301\|304\|404\)' ngx/access.log >odd
is "$(cat odd)" "" "the server was asked for nothing odd"
sed -n 's/.*"GET \([^ ]*\) HTTP[^"]*" 404.*Chrom.*/\1/p' ngx/access.log | grep -v favicon >absent
is "$(cat absent)" "" "the browser asked for nothing that is not there"

# A script that is planted does not run, and the browser says so.
sed 's,</main>,<script>document.title = "PWNED"</script>&,' s/index.html >s/planted.html
page "file://$T/s/planted.html"
like said 'Content Security Policy' "a planted script is refused"
unlike dom 'title>PWNED' "and does not run"
rm s/planted.html

# --- wget ---

wget -q --mirror --no-parent -P w "$here/index.html" 2>err
is $? 0 "wget finds every link of the site"
identities() {
	find "$1" -name '*.tar.gz' | while IFS= read -r f; do
		gzip -dc "$f" | sha256sum
	done | LC_ALL=C sort
}
identities c >want
is "$(wc -l <want | tr -d ' ')" 1000 "a thousand archives went"
exits 0 "a cache out of what wget saved" "$PITHTEX" cache add -q --cache back w
identities back >got
same got want "the same archives come back"
exits 0 "and the site of that" "$PITHTEX" site -q back s2
diff -r s s2 >difference
is "$(cat difference)" "" "is the same site"

done_testing
