# SPDX-License-Identifier: MIT
# shellcheck shell=sh
#
# Fault injection over one command.  A sweep runs CMD once for each system call that it makes,
# lets that call fail (or kills the process there), and runs CHECK after every try: the old state
# or the new one, and the next run works.  SETUP lays the old state.  The scripts that do it come
# with the reference data.

need_shared
need strace bash
sweeps=$PITHTEX_SHARED/adversarial/fault

# sweep NAME SCRIPT: no try is bad, and there was one at least.
sweep() {
	bash "$sweeps/$2" >"$T/sweep" 2>&1
	test_tries=$(sed -n 's/^\([0-9]*\) \(tries\|runs\), .*/\1/p' "$T/sweep")
	if [ "${test_tries:-0}" -gt 0 ] && grep -Eq ' (tries|runs), 0 bad$' "$T/sweep"; then
		pass "$1: $test_tries times, none bad"
	else
		fail "$1"
		note <"$T/sweep"
	fi
}

# torn NAME SCRIPT: the sweep finds something bad: it can see a torn writer.
torn() {
	bash "$sweeps/$2" >"$T/sweep" 2>&1
	if grep -Eq ' (tries|runs), [1-9][0-9]* bad$' "$T/sweep"; then
		pass "$1"
	else
		fail "$1"
		note <"$T/sweep"
	fi
}
