#!/bin/sh
# SPDX-License-Identifier: MIT
#
# tests/faults/snapshot.t without its sampling: each call fails with each errno.

TOP=$(cd "${TOP:-$(dirname "$0")/../..}" && pwd) || exit 99
FAULTS=all
export TOP FAULTS
exec sh "$TOP/tests/faults/snapshot.t"
