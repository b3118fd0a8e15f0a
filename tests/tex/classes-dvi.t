#!/bin/sh
# SPDX-License-Identifier: MIT
#
# The badge in every class by way of DVI.

. "$(dirname "$0")/classes.sh"

need dvips ps2pdf dvipdfmx
matrix dvips
matrix dvipdfmx

done_testing
