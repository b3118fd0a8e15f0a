-- SPDX-License-Identifier: LPPL-1.3c
--
-- `l3build check' runs testfiles/: which entry of a data file answers to what was typed, what
-- goes into the .aux file, what the log says; the same with every engine.  How a page looks and
-- what a PDF holds is tested in tests/tex/ of pithtex.

module       = "pith"
sourcefiles  = { "pith.dtx", "pith.ins" }
checkengines = { "pdftex", "xetex", "luatex" }
checkformat  = "latex"
stdengine    = "pdftex"
checkruns    = 1
typesetfiles = { "pith.dtx" }
