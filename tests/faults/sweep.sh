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

# sample NAME: as sweep_error.sh does it, but each call fails once: the errnos take turns.  With
# FAULTS=all it is that script, and each call fails with each of them.
sample() {
	[ "${FAULTS-}" = all ] && sweep "$1" sweep_error.sh && return
	sample_tries=0 sample_bad=0
	: >"$T/sweep"
	for call in openat write pwrite64 fsync fdatasync close rename renameat renameat2 linkat \
		unlinkat mkdir mkdirat ftruncate flock read newfstatat; do
		sample_n=1
		while [ $sample_n -le 60 ]; do
			sample_one $call $sample_n || break
			sample_n=$((sample_n + 1))
		done
	done
	if [ $sample_tries -gt 0 ] && [ $sample_bad -eq 0 ]; then
		pass "$1: $sample_tries times, none bad"
	else
		fail "$1"
		note <"$T/sweep"
	fi
}

# sample_one CALL N: the Nth of these calls fails; 1: there are fewer.
sample_one() {
	sample_errno=$(echo ENOSPC EIO EINTR EACCES EROFS EMFILE EDQUOT |
		cut -d' ' -f$((sample_tries % 7 + 1)))
	sh -c "$SETUP" >"$BOX/null" 2>&1
	# shellcheck disable=SC2086
	strace -f -qq -o "$BOX/trace" -e "trace=$1" \
		-e "inject=$1:error=$sample_errno:when=$2" $CMD >"$BOX/null" 2>&1
	sample_rc=$?
	grep -q INJECTED "$BOX/trace" || return 1
	sample_tries=$((sample_tries + 1))
	if ! sh -c "$CHECK" >"$BOX/said" 2>&1 || [ $sample_rc -ge 128 ]; then
		sample_bad=$((sample_bad + 1))
		echo "$1 $2 $sample_errno: status $sample_rc: $(head -n 3 "$BOX/said")" >>"$T/sweep"
	fi
	# What was not written was not done.
	case $1.$sample_errno in
	*.EINTR) ;;
	write.* | pwrite64.* | fsync.* | fdatasync.* | rename*.* | ftruncate.*)
		[ $sample_rc -ne 0 ] && return
		sample_bad=$((sample_bad + 1))
		echo "$1 $2 $sample_errno: ends with 0 all the same" >>"$T/sweep"
		;;
	esac
	return 0
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
