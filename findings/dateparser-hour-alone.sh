#!/usr/bin/env bash
# dateparser 1.5.0: "friday at 17" is Tuesday the 17th, "tomorrow at 8" is tomorrow at the time it is now.
#
# Expected of dateparser.parse in English, which reads "tomorrow at 8 am" and "tomorrow at 8:00": "at 8" is eight
# o'clock, or None, as for what it cannot read. Seen in 1.5.0, asked on a Tuesday at noon with PREFER_DATES_FROM
# "future": a number alone is a day or a month, never an hour, also behind "at". "friday at 17" is Tuesday the 17th, the
# Friday is lost; "monday at 9" and "at 8" are days of September and August; behind "tomorrow" or "in 2 days" the
# number is left out, and the time of day is the present one; "in 2 hours 30" are two hours. So a reminder is months or
# hours off without an error: text with a number that has neither ":" nor "am", "pm" or a unit has to be refused before.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m pip install --quiet --disable-pip-version-check --root-user-action ignore \
  --target "$folder/packages" dateparser==1.5.0
cat >"$folder/read.py" <<'PYTHON'
import datetime

import dateparser

print(dateparser.__version__)
settings = {"RELATIVE_BASE": datetime.datetime(2026, 3, 10, 12, 0), "PREFER_DATES_FROM": "future"}
for text in ["tomorrow at 8 am", "tomorrow at 8:00", "tomorrow at 8", "in 2 days at 8", "today at 9", "friday",
             "friday at 17", "monday at 9", "at 8", "in 2 hours 30", "8 o'clock"]:
    time = dateparser.parse(text, languages=["en"], settings=settings)
    print(f"{text}: {time and time.strftime('%a %d %B %H:%M')}")
PYTHON
seen=$(PYTHONPATH=$folder/packages LC_ALL=C.UTF-8 python3 "$folder/read.py")
echo "$seen"
[ "$seen" = "1.5.0
tomorrow at 8 am: Wed 11 March 08:00
tomorrow at 8:00: Wed 11 March 08:00
tomorrow at 8: Wed 11 March 12:00
in 2 days at 8: Thu 12 March 12:00
today at 9: Tue 10 March 12:00
friday: Fri 13 March 00:00
friday at 17: Tue 17 March 00:00
monday at 9: Thu 10 September 00:00
at 8: Mon 10 August 00:00
in 2 hours 30: Tue 10 March 14:00
8 o'clock: None" ]
