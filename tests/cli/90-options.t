#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Options and help: what is parsed is what is explained, for every command alike.

. "$(dirname "$0")/../lib.sh"

exits 0 "no command" "$PITHTEX"
cp out help
exits 0 "help" "$PITHTEX" help
same out help "is the same"
exits 0 "--help" "$PITHTEX" --help
same out help "is the same"
exits 0 "-h" "$PITHTEX" -h
same out help "is the same"
is "$(cat err)" "" "on standard output alone"
like help '^Exit status: 0 all is good, 1 there are findings, 2' "and with the exit status"

# The commands: the first word or two of each indented line.
sed -n 's/^  \([a-z][a-z ]*[a-z]\)  *[a-z].*/\1/p' help | sed 's/  .*//' >commands
ok test "$(wc -l <commands)" -ge 10

while read -r one two; do
	verb=$one${two:+ $two}
	# shellcheck disable=SC2086
	exits 0 "help $verb" "$PITHTEX" help $verb
	cp out mine
	is "$(head -1 mine | cut -c1-$((${#verb} + 15)))" "usage: pithtex $verb" \
		"begins with its usage"
	for option in --json --quiet --verbose --help; do
		like mine " $option( |\$)" "$verb knows $option"
	done
	# shellcheck disable=SC2086
	exits 0 "$verb --help" "$PITHTEX" $verb --help
	same out mine "is the same"
	# shellcheck disable=SC2086
	exits 2 "$verb --no-such-option" "$PITHTEX" $verb --no-such-option
	is "$(cat err)" "pithtex: no option --no-such-option
pithtex: try \`pithtex help'" "is two lines on standard error"
	is "$(cat out)" "" "and none elsewhere"
	# shellcheck disable=SC2086
	exits 2 "$verb -?" "$PITHTEX" $verb '-?'
	# Each option that takes a value wants one; each is given once.
	sed -n 's/^  \(-[a-z],\|   \) --\([a-z-]*\)\( [A-Z]*\)\{0,1\}  .*/\2 \3/p' mine >options
	while read -r option value; do
		if [ -n "$value" ]; then
			# shellcheck disable=SC2086
			exits 2 "$verb --$option without a value" "$PITHTEX" $verb --"$option"
			like err "^pithtex: --$option needs a value: $value" "names it"
			set -- --"$option" x --"$option=x"
		else
			# shellcheck disable=SC2086
			exits 2 "$verb --$option=x" "$PITHTEX" $verb --"$option=x"
			like err "^pithtex: --$option takes no value" "says so"
			set -- --"$option" --"$option"
		fi
		# A list, or a count, in every command that has it.
		case $option in cache | verbose | headers | roots | calendar | tsa) continue ;; esac
		case "$verb $option" in
		"snapshot verify key" | "stamp attach key" | "stamp info key") continue ;;
		"stamp verify key" | "deposit verify key") continue ;;
		"deposit make key" | "deposit make shards-in") continue ;;
		esac
		# shellcheck disable=SC2086
		exits 2 "$verb --$option twice" "$PITHTEX" $verb "$@"
		like err "^pithtex: --$option given twice" "says so"
	done <options
done <commands

exits 2 "help of nothing" "$PITHTEX" help frobnicate
like err '^pithtex: no command `frobnicate' "names it"
exits 2 "an unknown command" "$PITHTEX" frobnicate
exits 2 "half a command" "$PITHTEX" key
like err '^pithtex: key: say one of new, list, add, show' "names the other half"
exits 2 "half and a wrong half" "$PITHTEX" key lose
exits 2 "an option before the command" "$PITHTEX" -q verify x
like err 'options stand behind the command' "says where it belongs"
exits 2 "a bare paper" "$PITHTEX" paper.tex
like err 'say .pithtex resolve paper.tex' "says what was meant"
exits 2 "a command with a prefix only" "$PITHTEX" verif x
exits 2 "a command in capitals" "$PITHTEX" VERIFY x
exits 2 "an empty command" "$PITHTEX" ""
exits 2 "an escape in a command" "$PITHTEX" "$(printf '\033[2J')"
unlike err "$(printf '\033')" "does not reach the terminal"
exits 2 "an escape in an option" "$PITHTEX" verify "--$(printf '\033[2J')"
unlike err "$(printf '\033')" "does not reach the terminal"

# Words that look like options.
cp "$TOP/bundles/tests/unsigned/bundle.json" ./-q
exits 1 "-- ends the options" "$PITHTEX" verify --json -- -q
like out '"file": "-q"' "and -q is a file"
cp ./-q plain
exits 1 "options may stand behind operands" "$PITHTEX" verify plain --json
like out '"file": "plain"' "as everywhere"
exits 1 "letters together" "$PITHTEX" verify -qvv plain
exits 2 "a letter twice" "$PITHTEX" verify -qq plain
like err 'quiet given twice' "says so"
exits 2 "too few operands" "$PITHTEX" verify
like err '^pithtex: usage: pithtex verify FILE' "show the usage"
exits 2 "too many operands" "$PITHTEX" key new a b
[ ! -e a.key ] && [ ! -e b.key ]
is $? 0 "do nothing"
exits 0 "--version" "$PITHTEX" --version
like out '^pithtex [0-9]' "tells the version"
exits 2 "version with an operand" "$PITHTEX" version x

done_testing
