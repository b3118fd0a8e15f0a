# SPDX-License-Identifier: MIT
"""Types what the README of the deposit kit in the current folder says to type, line by line in one
shell, and compares what comes of it with what the README says."""

import subprocess

steps, was = [], ""
for line in open("data/README.txt", encoding="utf-8"):
    line = line.rstrip("\n")
    if line.startswith("    $ "):
        steps.append((line[6:], []))
    elif line.startswith("    ") and steps and was.startswith("    "):
        steps[-1][1].append(line[4:])
    was = line
script = "".join("echo @@%d\n%s || echo FAILED\n" % (i, s[0]) for i, s in enumerate(steps))
got = subprocess.run(["sh"], input=script.encode(), stdout=subprocess.PIPE,
                     stderr=subprocess.STDOUT).stdout.decode()
wrong = 0
for i, (command, want) in enumerate(steps):
    out = got.split("@@%d\n" % i)[1].split("@@%d\n" % (i + 1))[0].splitlines()
    if "FAILED" in out or (want and out != want):
        wrong += 1
        print("%s\n  gave %r\n  not %r" % (command, out, want))
print(len(steps), "commands,", wrong, "wrong")
