#!/usr/bin/env bash
# email-reply-parser 0.5.12: an answer from "-5 °C in the server room" on is a signature, and vanishes with all below.
#
# Expected of parse_reply, by which programs take the answer out of a mail: what was quoted and what stands below "-- "
# is left out, and all words of the writer stay. Seen in 0.5.12: a last part whose first line begins with a dash and a
# letter or digit, two dashes or two underscores is a signature, if an empty line stands before it, with every paragraph
# that follows: a list without spaces ("-stop it"), an option ("--force is needed"), a temperature below zero. "From:",
# "To:", "Sent:" and "Subject:" at the beginning of a line hide that line and all below it, and so does a line from "On"
# to "wrote:", wherever it comes from; "On call is Bob, who wrote:" leaves nothing at all, with success. A test with one
# paragraph sees none of it. mail-parser-reply 1.36 keeps all of these but what begins with "From:".
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m pip install --quiet --disable-pip-version-check --root-user-action ignore --no-deps \
  --target "$folder/packages" email-reply-parser==0.5.12 mail-parser-reply==1.36
cat >"$folder/reply.py" <<'PYTHON'
from importlib.metadata import version

import email_reply_parser
import mailparser_reply


def shown(text):
    return " / ".join(line for line in text.split("\n") if line) or "nothing"


print("email-reply-parser", version("email-reply-parser"), "and mail-parser-reply", version("mail-parser-reply"))
for text in ["Hello,\n\n-5 °C in the server room.\n\nIs the door open?",
             "-5 °C in the server room.",
             "Please:\n\n-stop it\n-start it\n\nThen call me.",
             "It is locked.\n\n--force is needed.\n\nDo it at noon.",
             "Look:\n\n__init__.py is missing.",
             "Moved the disk:\nFrom: rack 3\nTo: rack 4\nAll is well.",
             "On call is Bob, who wrote:\nrestart it.",
             "Yes.\n\n-- \nAnn\n\nOn Tue, 1 Dec 2026 Bob wrote:\n> Restart?"]:
    first = email_reply_parser.EmailReplyParser.parse_reply(text)
    second = mailparser_reply.EmailReplyParser(languages=["en"]).read(text).latest_reply
    print(f"{shown(text)} = {shown(first)}" + ("" if first == second else f" (the other: {shown(second)})"))
PYTHON
seen=$(PYTHONIOENCODING=utf-8 PYTHONPATH=$folder/packages python3 "$folder/reply.py")
echo "$seen"
[ "$seen" = "email-reply-parser 0.5.12 and mail-parser-reply 1.36
Hello, / -5 °C in the server room. / Is the door open? = Hello, \
(the other: Hello, / -5 °C in the server room. / Is the door open?)
-5 °C in the server room. = -5 °C in the server room.
Please: / -stop it / -start it / Then call me. = Please: (the other: Please: / -stop it / -start it / Then call me.)
It is locked. / --force is needed. / Do it at noon. = It is locked. \
(the other: It is locked. / --force is needed. / Do it at noon.)
Look: / __init__.py is missing. = Look: (the other: Look: / __init__.py is missing.)
Moved the disk: / From: rack 3 / To: rack 4 / All is well. = Moved the disk:
On call is Bob, who wrote: / restart it. = nothing (the other: On call is Bob, who wrote: / restart it.)
Yes. / --  / Ann / On Tue, 1 Dec 2026 Bob wrote: / > Restart? = Yes. (the other: Yes. / -- / Ann)" ]
