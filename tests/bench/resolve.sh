#!/bin/sh
# SPDX-License-Identifier: MIT
#
# resolve and find: what an author waits for.

. "$(dirname "$0")/../lib.sh"
. "$TOP/tests/bench/bench.sh"

"$PITHTEX" key add -q "$TOP/bundles/tests/keys/test-registry.json"
made 1000 small
made "${BENCH_LARGE:-100000}" large
read -r suffix id <large/last
printf '\\relax \n\\pithnumber{%s}\n\\citation{a}\n' "$suffix" >paper.aux
printf '\\bibstyle{plain}\n\\bibdata{x}\n' >>paper.aux
echo '@misc{a, title={A}}' >x.bib
"$PITHTEX" resolve -q --cache large paper

if command -v bibtex >/dev/null; then
	ratio "$(many 50 "$PITHTEX" resolve -q --cache large paper)" \
		"$(many 50 bibtex paper)" "at most 0.3" \
		"resolve, nothing changed, a cache of ${BENCH_LARGE:-100000}, to bibtex"
fi
read -r small_suffix small_id <small/last
for kind in number "short form" alias; do
	case $kind in
	number) a=$suffix b=$small_suffix ;;
	short*)
		a=pith:$(echo "$suffix" | cut -c1-8)
		b=pith:$(echo "$small_suffix" | cut -c1-8)
		;;
	alias) a=arXiv:$id b=arXiv:$small_id ;;
	esac
	ratio "$(many 50 "$PITHTEX" cache find --cache large "$a")" \
		"$(many 50 "$PITHTEX" cache find --cache small "$b")" \
		"at most 1.2" "find by $kind among ${BENCH_LARGE:-100000}, to among 1000"
done

done_testing
