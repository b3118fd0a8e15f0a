#!/bin/sh
# SPDX-License-Identifier: MIT
#
# tests/cli/50-merge.t over 10,000 random sets of events.

SETS=${SETS:-10000}
. "$(dirname "$0")/../cli/50-merge.t"
