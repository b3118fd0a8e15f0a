#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Each header says all that it needs: behind config.h it compiles alone, and twice.

. "$(dirname "$0")/lint.sh"

[ -f "$BUILD/config.h" ] || skip_all "nothing configured in $BUILD"
: "${CC:=cc}" "${LINT_CFLAGS:=-I$BUILD -I$TOP/src}"

# compile SRC HEADER...: each by itself.  CC and the flags are lists of words.
cat >compile <<'END'
src=$1
shift
for header; do
	printf '#include "config.h"\n#include "%s"\n#include "%s"\n' "$header" "$header" |
		$CC "-I$src" $LINT_CFLAGS -Werror -fsyntax-only -x c - ||
		echo "src/$header: does not compile alone"
done
END

check() {
	sources "$1" | sed -n 's,^src/\(.*\.h\)$,\1,p' |
		CC=$CC LINT_CFLAGS=$LINT_CFLAGS xargs -n 16 -P 2 sh ./compile "$1/src"
}

clean "each header compiles alone" check "$TOP"

plant src/base/planted.h <<'END'
size_t planted_size(void);
END
plant src/base/twice.h <<'END'
struct twice { int n; };
END
caught '^src/base/planted\.h: does not' "a header that needs another is found" check "$BAD"
caught '^src/base/twice\.h: does not' "a header without a guard is found" check "$BAD"

done_testing
