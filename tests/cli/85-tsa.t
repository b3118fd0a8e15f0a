#!/bin/sh
# SPDX-License-Identifier: MIT
#
# RFC 3161: a local authority made with the openssl program, and the real tokens of others.

. "$(dirname "$0")/../lib.sh"

need_python
need openssl

# An authority with a root, a step between, and two signers: one that lives and one whose
# certificate has ended.
mkdir ca && cd ca || exit 99
cat >cnf <<'END'
[tsa]
default_tsa = t1
[t1]
serial = serial
digests = sha256, sha384, sha512
default_policy = 1.3.6.1.4.1.99999.1.1
accuracy = secs:1, millisecs:500
tsa_name = yes
ess_cert_id_chain = no
ess_cert_id_alg = sha256
signer_digest = sha256
[root]
basicConstraints = critical,CA:TRUE
keyUsage = critical,keyCertSign,cRLSign
[signer]
basicConstraints = critical,CA:FALSE
keyUsage = critical,digitalSignature
extendedKeyUsage = critical,timeStamping
[loose]
basicConstraints = critical,CA:FALSE
extendedKeyUsage = critical,timeStamping,clientAuth
[ca]
default_ca = c1
[c1]
database = index
crlnumber = crlnumber
default_md = sha256
default_crl_days = 30
[req]
distinguished_name = dn
[dn]
END
echo 1000 >serial
key() { openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out "$1.key" 2>>log; }
# issue NAME ISSUER SECTION DAYS: a certificate.
issue() {
	key "$1"
	openssl req -new -config cnf -key "$1.key" -subj "/CN=$1" -out "$1.csr" 2>>log
	count=$((${count-0} + 1))
	openssl x509 -req -in "$1.csr" -CA "$2.pem" -CAkey "$2.key" -set_serial "0x10$count" \
		-days "$4" -extfile cnf -extensions "$3" -out "$1.pem" 2>>log
}
key root
openssl req -x509 -new -config cnf -key root.key -subj /CN=root -days 4000 -extensions root \
	-out root.pem 2>>log
key other
openssl req -x509 -new -config cnf -key other.key -subj /CN=other -days 4000 -extensions root \
	-out other.pem 2>>log
issue step root root 3000
issue good step signer 2000
issue loose step loose 2000
echo 'the bytes that are stamped' >data
openssl ts -query -data data -sha256 -cert -out data.tsq 2>>log
openssl ts -query -data data -sha512 -cert -no_nonce -out data512.tsq 2>>log
# reply SIGNER REQUEST OUT [openssl's words]
reply() {
	signer=$1 request=$2 out=$3
	shift 3
	openssl ts -reply -config cnf -queryfile "$request" -signer "$signer.pem" \
		-inkey "$signer.key" -out "$out" "$@" 2>>log
}
reply good data.tsq full.tsr -chain step.pem
reply good data.tsq token.tst -chain step.pem -token_out
reply good data.tsq short.tsr
reply good data512.tsq full512.tsr -chain step.pem
# What openssl's authority would not do: sign with a certificate that may do more, and without
# naming the certificate.
openssl cms -verify -noverify -inform DER -in token.tst -out info.der 2>>log
# resign SIGNER OUT [openssl's words]
resign() {
	signer=$1 out=$2
	shift 2
	openssl cms -sign -binary -nodetach -econtent_type id-smime-ct-TSTInfo -nosmimecap \
		-in info.der -signer "$signer.pem" -inkey "$signer.key" -outform DER -out "$out" \
		"$@" 2>>log
}
resign good resigned.tst -cades
resign good unnamed.tst
resign loose loose.tst -cades
openssl ts -query -data data -sha256 -no_nonce -out bare.tsq 2>>log
reply good bare.tsq bare.tsr
openssl ts -query -data data -sha256 -cert -out later.tsq 2>>log
# A request for a function that the authority does not do.
openssl ts -query -data data -sha1 -cert -out sha1.tsq 2>>log
reply good sha1.tsq refused.tsr
# Revoked, for a stolen key; or superseded, before and after the token.
: >index && echo 01 >crlnumber
# revoke REASON DATE OUT
revoke() {
	printf 'R\t350101000000Z\t%s,%s\t%s\tunknown\t/CN=good\n' "$2" "$1" \
		"$(openssl x509 -in good.pem -noout -serial | sed 's/serial=//')" >index
	openssl ca -config cnf -gencrl -keyfile step.key -cert step.pem -out "$3" 2>>log
}
revoke keyCompromise 400101000000Z stolen.pem
revoke superseded 400101000000Z later.pem
revoke superseded 200101000000Z before.pem
revoke keyCompromise 200101000000Z foreign.pem
: >index
openssl ca -config cnf -gencrl -keyfile step.key -cert step.pem -out none.pem 2>>log
revoke keyCompromise 200101000000Z x.pem
openssl ca -config cnf -gencrl -keyfile other.key -cert other.pem -out foreign.pem 2>>log
cd "$T" || exit 99
if [ ! -s ca/full.tsr ]; then
	note <ca/log
	skip_all "openssl made no token"
fi

exits 0 "a local authority: good, and all that is not" python <<'END'
from pith import *

t = Tally()
at = lambda name: read("ca/" + name)
data = at("data")
d256, d512 = hashlib.sha256(data).hexdigest(), hashlib.sha512(data).hexdigest()


def check(want, file, hashed="sha256 " + d256, request=b"", pem=("ca/root.pem", "ca/step.pem")):
    got = ask("anchor_tsa", ["check %s %s %s" % (hexed(file), hashed, hexed(request))], *pem)[0]
    t.check(got.startswith(want + " "), "%s, not %s" % (got, want))
    return got


full, request = at("full.tsr"), at("data.tsq")
got = check("good", full, request=request)
print(got)
t.check("accuracy 2 s" in got and got.endswith("/CN=good"), got)
check("good", full)
check("good", full, pem=("ca/root.pem",))
check("good", at("token.tst"), request=request)
check("good", at("full512.tsr"), "sha512 " + d512)
check("good", at("short.tsr"))
check("good", at("bare.tsr"), pem=("ca/root.pem", "ca/step.pem", "ca/good.pem"))
# What is missing is not bad.
check("unverifiable", at("bare.tsr"))
check("unverifiable", full, pem=())
check("unverifiable", full, pem=("ca/other.pem",))
check("unverifiable", full, pem=("ca/step.pem",))
check("unverifiable", at("short.tsr"), pem=("ca/root.pem",))
# What is wrong.
check("wrong", full, "sha256 " + hashlib.sha256(b"x").hexdigest())
check("wrong", full, "sha512 " + d512)
check("wrong", full, request=at("later.tsq"))
check("wrong", at("bare.tsr"), request=request, pem=("ca/root.pem", "ca/step.pem", "ca/good.pem"))
check("good", at("resigned.tst"))
check("wrong", at("unnamed.tst"))
check("wrong", at("loose.tst"))
check("wrong", at("refused.tsr"))
check("good", full, pem=("ca/root.pem", "ca/none.pem"))
check("good", full, pem=("ca/root.pem", "ca/later.pem"))
check("good", full, pem=("ca/root.pem", "ca/foreign.pem"))
check("wrong", full, pem=("ca/root.pem", "ca/stolen.pem"))
check("wrong", full, pem=("ca/root.pem", "ca/before.pem"))
# What cannot be read.
for bad in (full + b"\0", full[:-1], b"", b"0", at("token.tst") + b"\n", request, b"\x30\x80"):
    check("damaged", bad)
check("damaged", full, request=request + b"\0")
check("damaged", full, request=b"\x30\x00")
# Every seventh bit flipped, one by one: never good but where nothing is signed.
flipped = list(flips(full))[::7]
lines = ["check %s sha256 %s %s" % (f.hex(), d256, request.hex()) for f in flipped]
good = [i for i, got in enumerate(ask("anchor_tsa", lines, "ca/root.pem", "ca/step.pem"))
        if got.startswith("good")]
lines = ["parse " + f.hex() for i, f in enumerate(flipped) if i in good]
said = ask("anchor_tsa", ["parse " + full.hex()])[0].split(" ends ")[0]
t.check(all(g.split(" ends ")[0] == said for g in ask("anchor_tsa", lines)),
        "a flip that is good says something else")
print("%d of %d flips keep the verdict" % (len(good), len(flipped)))
# Our own requests are openssl's, byte for byte.
for name, line in (("data.tsq", "sha256 " + d256), ("data512.tsq", "sha512 " + d512)):
    theirs = at(name)
    nonce = theirs[-11:-3] if name == "data.tsq" else b""
    if nonce and (theirs[-13:-11] != b"\x02\x08" or nonce[0] in (0,)):
        continue
    got = ask("anchor_tsa", ["request %s %s" % (line, hexed(nonce))])[0]
    t.check(got == theirs.hex(), "%s: %s" % (name, got))
got = bytes.fromhex(ask("anchor_tsa", ["request sha256 %s %s" % (d256, "ff" * 8)])[0])
t.check(len(got) == 69 and got[-13:] == b"\x02\x08\x7f" + b"\xff" * 7 + b"\1\1\xff", got.hex())
write("ours.tsq", got)
t.end(38)
END
like out 'good time-stamp token of 20..-..-..T..:..:..Z, accuracy 2 s, certificate ends ' \
	"its words"
ok openssl ts -query -in ours.tsq -text

if command -v faketime >/dev/null; then
	later=$(date -u -d '+30 years' +%Y-%m-%d)
	clock() { ASAN_OPTIONS=verify_asan_link_order=0 faketime "$later" "$@"; }
	exits 0 "in thirty years it is still good: the clock is not asked" clock \
		/bin/sh -c 'printf "check %s sha256 %s -\n" "$(od -An -v -tx1 ca/full.tsr |
		tr -d " \n")" "$(sha256sum <ca/data | cut -c1-64)" |
		"$BUILD/tests/tools/anchor_tsa" ca/root.pem'
	like out '^good ' "whose certificate has ended by then"
	# A signer whose certificate ended before it signed.
	cd ca || exit 99
	issue old step signer 1
	faketime '+10 days' openssl ts -reply -config cnf -queryfile data.tsq -signer old.pem \
		-inkey old.key -chain step.pem -out old.tsr 2>>log
	cd "$T" || exit 99
	if [ -s ca/old.tsr ]; then
		printf 'check %s sha256 %s -\n' "$(od -An -v -tx1 ca/old.tsr | tr -d ' \n')" \
			"$(sha256sum <ca/data | cut -c1-64)" >line
		exits 0 "a token made after the certificate's end" sh -c \
			'"$BUILD/tests/tools/anchor_tsa" ca/root.pem <line'
		like out '^wrong .*expired' "is wrong"
	fi
else
	echo "# no faketime"
fi

if [ ! -d "${PITHTEX_SHARED:-/nonexistent}" ]; then
	echo "# no PITHTEX_SHARED: the tokens of others are left out"
	done_testing
fi

exits 0 "five tokens of Sigstore's authorities" python <<'END'
from pith import *

t = Tally()
folder = os.path.join(SHARED, "data", "tlog", "rfc3161")
at = lambda name: os.path.join(folder, name)
want = {"with-embedded-cert": "good", "without-embedded-cert": "good",
        "with-expired-cert-chain": "good", "payload-mismatch_fail": "wrong",
        "outside-tsa-cert-validity_fail": "wrong"}
for name, word in want.items():
    digest = sha256(read(at(name + ".sig")))
    line = "check %s sha256 %s -" % (read(at(name + ".tsr")).hex(), digest)
    got = ask("anchor_tsa", [line], at(name + ".tsa0.pem"))[0]
    t.check(got.startswith(word + " "), "%s: %s" % (name, got))
    print(name, got)
    # The root alone, and somebody else's.
    pem = read(at(name + ".tsa0.pem")).decode().split("-----BEGIN")
    write("root.pem", ("-----BEGIN" + pem[-1]).encode())
    got = ask("anchor_tsa", [line], "root.pem")[0]
    t.check(got.startswith("unverifiable " if name == "without-embedded-cert" or
                           (word == "good" and len(pem) > 3) else ("good ", "wrong ", "unver")),
            "%s with the root alone: %s" % (name, got))
    got = ask("anchor_tsa", [line], "ca/other.pem")[0]
    t.check(not got.startswith("good"), "%s with another root: %s" % (name, got))
    got = ask("anchor_tsa", [line.replace(" sha256", "00 sha256")], at(name + ".tsa0.pem"))[0]
    t.check(got.startswith("damaged "), "%s with a byte behind: %s" % (name, got))
t.end(20)
END

done_testing
