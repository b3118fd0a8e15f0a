#!/bin/sh
# SPDX-License-Identifier: MIT
#
# The badge in every class with xetex.

. "$(dirname "$0")/classes.sh"

need xelatex
matrix xetex

done_testing
