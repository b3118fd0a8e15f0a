# SPDX-License-Identifier: MIT
# shellcheck shell=sh
#
# The shell side of the tests: a sandbox and a few words that print TAP.  A test begins with
#
#	. "$(dirname "$0")/../lib.sh"
#
# and ends with done_testing.  It then stands in an empty folder, $T, with an empty HOME, no
# cache, no keyring, one locale, one time zone, one clock.  ($BOX is the folder around all that,
# removed at the end.)  From the outside come
#
#	TOP             the source tree         BUILD   the build tree
#	PITHTEX         the program             PITHTEX_SHARED  reference data, may be absent
#	GOLDEN=renew    rewrite golden files    KEEP=1  leave the sandbox behind and say where
#
# All of them have defaults, so that `sh tests/cli/40-bundle.t' works by hand.

set -u
exec </dev/null

TOP=$(cd "${TOP:-$(dirname "$0")/../..}" && pwd) || exit 99
: "${BUILD:=$TOP/build}"
: "${PITHTEX:=$BUILD/pithtex}"
: "${PITHTEX_KEYS=$TOP/bundles/keys}"
if [ "${PITHTEX_SHARED+set}" != set ] && [ -d "$TOP/../shared" ]; then
	PITHTEX_SHARED=$(cd "$TOP/../shared" && pwd)
fi
export TOP BUILD PITHTEX PITHTEX_KEYS PITHTEX_SHARED="${PITHTEX_SHARED-}"

# The sandbox.
BOX=$(mktemp -d "${TMPDIR:-/tmp}/pithtex-test.XXXXXX") || exit 99
BOX=$(cd "$BOX" && pwd -P)
trap 'leave' EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM
leave() {
	cd /
	[ -n "${KEEP-}" ] && echo "# kept: $BOX" && return
	chmod -R u+rwx "$BOX" && rm -rf "$BOX"
}
T=$BOX/work
mkdir -p "$T" "$BOX/home" "$BOX/tmp"
HOME=$BOX/home
XDG_CONFIG_HOME=$HOME/.config XDG_DATA_HOME=$HOME/.local/share
XDG_CACHE_HOME=$HOME/.cache XDG_STATE_HOME=$HOME/.local/state
TMPDIR=$BOX/tmp TZ=UTC LC_ALL=C SOURCE_DATE_EPOCH=1700000000
export T HOME XDG_CONFIG_HOME XDG_DATA_HOME XDG_CACHE_HOME XDG_STATE_HOME
export TMPDIR TZ LC_ALL SOURCE_DATE_EPOCH
unset CDPATH GZIP LANG LANGUAGE PITHTEX_CACHE TAR_OPTIONS XDG_CONFIG_DIRS XDG_DATA_DIRS
umask 022
cd "$T" || exit 99

# The count.
test_count=0
test_fails=0

# pass NAME, fail NAME: one line of TAP.  A `#' would begin a directive, so it becomes `.'.
pass() { test_count=$((test_count + 1)); tap "ok $test_count - $*"; }
fail() {
	test_count=$((test_count + 1)) test_fails=$((test_fails + 1))
	tap "not ok $test_count - $*"
}
tap() { printf '%s' "$1" | tr '\n#' ' .' && echo; }

# note: standard input as TAP comments, 60 lines of it.
note() { sed -n 's/^/# /; 1,60p'; }

# ok CMD...: the command succeeds.  Its words are the name of the test.
ok() { judge 0 "$*" "$@"; }

# exits STATUS NAME CMD...: the command ends with STATUS.  Its standard output is left in
# $T/out and its standard error in $T/err; both are shown when the status is another.
exits() { judge "$@"; }

judge() {
	test_want=$1 test_name=$2
	shift 2
	"$@" >"$T/out" 2>"$T/err"
	test_got=$?
	[ "$test_got" -eq "$test_want" ] && pass "$test_name" && return
	fail "$test_name"
	echo "exit status $test_got, not $test_want: $*" | note
	sed 's/^/out: /' "$T/out" | note
	sed 's/^/err: /' "$T/err" | note
}

# is GOT WANT NAME: two strings are equal.
is() {
	[ "$1" = "$2" ] && pass "$3" && return
	printf '%s\n' "$1" >"$BOX/got" && printf '%s\n' "$2" >"$BOX/want"
	same "$BOX/got" "$BOX/want" "$3"
}

# same FILE FILE NAME: two files (got, wanted) have the same bytes.
same() {
	cmp -s "$1" "$2" && pass "$3" && return
	fail "$3"
	if text "$1" && text "$2"; then
		diff -u "$2" "$1" | note
	else
		od -A x -t x1z "$1" >"$BOX/got.hex" 2>&1
		od -A x -t x1z "$2" >"$BOX/want.hex" 2>&1
		diff -u "$BOX/want.hex" "$BOX/got.hex" | note
	fi
}

text() { [ -f "$1" ] && { [ ! -s "$1" ] || grep -Iq '' "$1"; }; }

# like FILE PATTERN NAME, unlike FILE PATTERN NAME: some line, no line of the file matches the
# extended regular expression.  In these and in golden, `out' and `err' are those of $T.
like() { match "$1" "$2" "$3" 0; }
unlike() { match "$1" "$2" "$3" 1; }
match() {
	case $1 in out | err) set -- "$T/$1" "$2" "$3" "$4" ;; esac
	grep -Eq -e "$2" "$1" 2>/dev/null
	[ $? -eq "$4" ] && pass "$3" && return
	fail "$3"
	echo "pattern: $2" | note
	sed 's/^/text: /' "$1" 2>&1 | note
}

# golden FILE NAME: the file has the bytes of tests/golden/NAME.  With GOLDEN=renew it is
# copied there instead, and the difference is reviewed like code.
golden() {
	case $1 in out | err) set -- "$T/$1" "$2" ;; esac
	if [ "${GOLDEN-}" = renew ]; then
		mkdir -p "$(dirname "$TOP/tests/golden/$2")"
		cp "$1" "$TOP/tests/golden/$2"
	fi
	same "$1" "$TOP/tests/golden/$2" "golden $2"
}

# skip_all REASON: nothing here can be tested on this machine.  Only before the first test.
skip_all() { echo "1..0 # SKIP $*" && exit 0; }

# need CMD...: skip_all unless these programs are there.
need() {
	for test_need; do
		command -v "$test_need" >/dev/null 2>&1 || skip_all "no $test_need"
	done
}

# need_shared: skip_all unless the reference data are there, in $PITHTEX_SHARED.
need_shared() { [ -d "${PITHTEX_SHARED:-/nonexistent}" ] || skip_all "no PITHTEX_SHARED"; }

# python WORD...: the program on standard input, with tests/tools/pith.py within its reach.
python() {
	PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$TOP/tests/tools LC_ALL=C.UTF-8 \
		/usr/bin/python3 - "$@"
}
need_python() { [ -x /usr/bin/python3 ] || skip_all "no /usr/bin/python3"; }

# done_testing: the plan, and the exit status.
done_testing() {
	echo "1..$test_count"
	[ "$test_fails" -eq 0 ]
	exit
}
