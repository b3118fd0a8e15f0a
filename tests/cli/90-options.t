#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Options and help: what is parsed is what is explained, for every command alike.

. "$(dirname "$0")/../lib.sh"

need_python

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

exits 0 "every option of every command is parsed as its help says" python <<'END'
from pith import *
import re
t = Tally()
# A list, or a count, in every command that has it; or in some.
MANY = {"cache", "verbose", "headers", "registry-key", "roots", "calendar", "tsa"}
MANY_IN = {"snapshot verify key", "stamp attach key", "stamp info key", "stamp verify key",
           "deposit verify key", "deposit make key", "deposit make shards-in"}


def says(words, status, out, err):
    got = run(*words)
    t.check(got.returncode == status and re.search(out, got.stdout.decode())
            and re.search(err, got.stderr.decode()),
            "%s: %d %r" % (" ".join(words), got.returncode, got.stderr[:200]))
    return got.stdout


# The commands: the first word or two of each indented line.
verbs = re.findall(r"^  ([a-z]+(?: [a-z]+)?)  +[a-z-]", read("help").decode(), re.M)
t.check(len(verbs) >= 30, verbs)
for verb in verbs:
    words = verb.split()
    mine = says(["help", *words], 0, "^usage: pithtex " + verb, "^$")
    t.check(says([*words, "--help"], 0, "", "^$") == mine, verb + " --help is another")
    says([*words, "--no-such-option"], 2, "^$",
         "^pithtex: no option --no-such-option\npithtex: try `pithtex help'\n$")
    says([*words, "-?"], 2, "^$", "^pithtex: ")
    options = re.findall(r"^  (?:-[a-z],|   ) --([a-z0-9-]+)(?: ([A-Z:-]+))?  ",
                         mine.decode(), re.M)
    t.check({"json", "quiet", "verbose", "help"} <= {o for o, value in options}, options)
    for option, value in options:
        # Each option that takes a value wants one; each is given once.
        given = "--" + option
        if value:
            says([*words, given], 2, "^$", "^pithtex: %s needs a value: %s" % (given, value))
            twice = [given, "x", given + "=x"]
        else:
            says([*words, given + "=x"], 2, "^$", "^pithtex: %s takes no value" % given)
            twice = [given, given]
        if option not in MANY and verb + " " + option not in MANY_IN:
            says([*words, *twice], 2, "" if option == "json" else "^$",
                 "^pithtex: %s given twice" % given)
t.end(600)
END

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
