#!/bin/sh
# SPDX-License-Identifier: MIT
#
# The same bytes everywhere: no clock, locale, time zone, umask, folder order, number of processors
# or place in the file system reaches an output.

. "$(dirname "$0")/../lib.sh"

suffix=RE7YA4NUEPAVNSZTI7K5XFZRCI

# everything: all outputs of the program, made in the current folder.
everything() {
	cp -R "$TOP/bundles/samples" in
	for folder in in/*; do
		"$PITHTEX" pack "$folder"
	done >packed.txt
	"$PITHTEX" verify ./*.tar.gz in/*/bundle.json >verify.txt
	"$PITHTEX" verify --json ./*.tar.gz in/*/bundle.json >verify.json
	"$PITHTEX" show $suffix.tar.gz >show.txt
	"$PITHTEX" show --json $suffix.tar.gz >show.json
	"$PITHTEX" unpack $suffix.tar.gz out >unpack.txt
	"$PITHTEX" cache add --cache cache ./*.tar.gz >add.txt
	"$PITHTEX" cache list --cache cache >list.txt
	printf '\\pithnumber{%s}\n\\pithref{arXiv:1607.04246}\n\\pithref{pith:AAAAAAAA}\n' \
		$suffix >paper.aux
	"$PITHTEX" resolve --cache cache paper >resolve.txt 2>resolve.err
	"$PITHTEX" snapshot create --key "$T/log.key" cache snap >snapshot.txt
	rm -rf in
	# Where the user's own cache and keys would be are lines of this file, and should be.
	sed "s,^M $XDG_DATA_HOME/,M DATA/,; s,^M $XDG_CONFIG_HOME/,M CONFIG/," paper.pith.dep |
		LC_ALL=C sort >dep && mv dep paper.pith.dep
}

"$PITHTEX" key new -q log
mkdir here
(cd here && everything)
ok test -s here/snap/checkpoint
ok test -s here/verify.json
ok test -s here/paper.pith.tex

# run_in HOME FOLDER WORD...: all of it there, with another environment.
run_in() {
	(
		cd "$2" || exit
		HOME=$1
		export XDG_CONFIG_HOME="$HOME/c" XDG_DATA_HOME="$HOME/d" XDG_CACHE_HOME="$HOME/e"
		export XDG_STATE_HOME="$HOME/f"
		shift 2
		eval "$*"
		everything
	)
}

# there NAME WORD...: the same in another folder.
there() {
	there_name=$1
	shift
	there=$T/$there_name/a\ longer\ path
	mkdir -p "$there" "$BOX/home-$there_name"
	run_in "$BOX/home-$there_name" "$there" "$@"
	diff -r here "$there" >difference 2>&1
	is "$(head -5 difference)" "" "$there_name"
}
there again :
there umask 'umask 077'
there zone 'TZ=Asia/Kathmandu'
there clock 'unset SOURCE_DATE_EPOCH'
there epoch 'SOURCE_DATE_EPOCH=1'
there locale 'LC_ALL=C.UTF-8 LANG=tr_TR.UTF-8 LANGUAGE=de'
there others 'TMPDIR=/nonexistent USER=x LOGNAME=y TERM=dumb COLUMNS=40 GZIP=-1 TAR_OPTIONS=-v'
if command -v taskset >"$BOX/null"; then
	cpu=$(taskset -pc $$ | sed 's/.*: //; s/[-,].*//')
	there processors "taskset -pc $cpu \$\$ >\$BOX/null"
fi

# through NAME COMMAND...: the same, where every run of the program goes through a command.
through() {
	through_name=$1
	shift
	printf '#!/bin/sh\nexec %s "%s" "$@"\n' "$*" "$PITHTEX" >"$T/through.$through_name"
	chmod +x "$T/through.$through_name"
	there "$through_name" "PITHTEX=$T/through.$through_name"
}

# Another clock, and folders that are read backwards.  A library that is loaded first and that of
# a sanitizer do not go together.
if ! grep -q __asan_init "$PITHTEX"; then
	command -v faketime >"$BOX/null" && through faketime faketime 2031-05-05
	cat >order.c <<'END'
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
struct held {
	DIR *d;
	struct dirent *at;
	size_t n;
} held[64];
struct dirent *
readdir(DIR *d)
{
	struct dirent *(*real)(DIR *) = (struct dirent *(*)(DIR *))dlsym(RTLD_NEXT, "readdir");
	struct held *h = held;
	struct dirent *e;

	while (h->d != d && h < held + 63)
		h++;
	for (struct held *f = held; h->d != d; f++)
		if (f == held + 64)
			abort();
		else if (f->d == NULL) {
			h = f;
			h->d = d;
			h->at = NULL;
			h->n = 0;
			while ((e = real(d)) != NULL) {
				h->at = realloc(h->at, (h->n + 1) * sizeof(*e));
				h->at[h->n++] = *e;
			}
		}
	return h->n == 0 ? NULL : &h->at[--h->n];
}
struct dirent64 *
readdir64(DIR *d)
{
	return (struct dirent64 *)readdir(d);
}
int
closedir(DIR *d)
{
	int (*real)(DIR *) = (int (*)(DIR *))dlsym(RTLD_NEXT, "closedir");

	for (struct held *h = held; h < held + 64; h++)
		if (h->d == d) {
			free(h->at);
			h->d = NULL;
		}
	return real(d);
}
END
	ok "${CC:-cc}" -shared -fPIC -o order.so order.c -ldl
	mkdir names && touch names/a names/b
	# Its own word for it: a program that does not sort sees them the other way round.
	# shellcheck disable=SC2012
	is "$(LD_PRELOAD=$T/order.so ls -f names | tr '\n' ' ')" \
		"$(command ls -f names | tac | tr '\n' ' ')" "order.so turns folders round"
	through order env "LD_PRELOAD=$T/order.so"
fi

# A file system that shuffles its folders, where one can be mounted.
mkdir mine shuffled
if [ -w /dev/fuse ] && disorderfs --quiet --shuffle-dirents=yes "$T/mine" "$T/shuffled" \
	2>"$BOX/null"; then
	mkdir "$T/shuffled/x"
	run_in "$BOX/tmp/h" "$T/shuffled/x" :
	fusermount -u "$T/shuffled"
	diff -r here "$T/mine/x" >difference 2>&1
	is "$(head -5 difference)" "" "disorderfs"
else
	echo "# no /dev/fuse: the library above has to do"
fi

done_testing
