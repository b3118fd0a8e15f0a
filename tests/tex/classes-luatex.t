#!/bin/sh
# SPDX-License-Identifier: MIT
#
# The badge in every class with luatex.

. "$(dirname "$0")/classes.sh"

need lualatex
matrix luatex

done_testing
