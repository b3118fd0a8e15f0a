# SPDX-License-Identifier: MIT
# shellcheck shell=sh
#
# A time-stamp authority of the test's own: openssl, and the folder ca/ with its root ca.pem.

need openssl

# tsa_new: make it.
tsa_new() {
	mkdir ca || exit 99
	cat >ca/openssl.cnf <<'CNF'
[req]
distinguished_name=dn
prompt=no
[dn]
CN=Test
[ca]
basicConstraints=critical,CA:TRUE
keyUsage=critical,keyCertSign
[tsa_cert]
basicConstraints=critical,CA:FALSE
keyUsage=critical,digitalSignature
extendedKeyUsage=critical,timeStamping
[tsa]
default_tsa=t1
[t1]
serial=serial
signer_cert=tsa.pem
certs=ca.pem
signer_key=tsa.key
signer_digest=sha256
default_policy=1.3.6.1.4.1.99999.1.1
digests=sha256,sha512
accuracy=secs:1
tsa_name=yes
ess_cert_id_chain=no
ess_cert_id_alg=sha256
CNF
	echo 01 >ca/serial
	(
		cd ca || exit
		openssl ecparam -name prime256v1 -genkey -noout -out ca.key
		openssl ecparam -name prime256v1 -genkey -noout -out tsa.key
		openssl req -x509 -new -key ca.key -subj /CN=Root -days 3650 \
			-config openssl.cnf -extensions ca -out ca.pem
		openssl req -new -key tsa.key -subj /CN=Stamp -config openssl.cnf -out tsa.csr
		openssl x509 -req -in tsa.csr -CA ca.pem -CAkey ca.key -set_serial 2 \
			-days 3650 -extfile openssl.cnf -extensions tsa_cert -out tsa.pem
	) >ca/log 2>&1 || note <ca/log
}

# tsa_answer QUERY.tsq: write QUERY.tsr.
tsa_answer() {
	(
		cd ca || exit
		openssl ts -reply -config openssl.cnf -queryfile "../$1" -out "../${1%q}r" 2>log
	) || note <ca/log
}

# tsa_stamp FILE OUT.tsr: a token over the file.
tsa_stamp() {
	openssl ts -query -data "$1" -sha256 -cert -out "${2%r}q" 2>ca/log || note <ca/log
	tsa_answer "${2%r}q"
}
