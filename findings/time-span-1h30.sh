#!/usr/bin/env bash
# systemd 252, dateparser 1.5.0, parsedatetime 2.6, pytimeparse2 1.7.1: "1h30" is an hour and a half for none of them.
#
# Expected of "1h30", as many write an hour and a half, for a snooze or a timer: 90 minutes, or an error. Seen: systemd
# reads an hour and 30 seconds, as a number without a unit is seconds there; dateparser takes "in 1h30" for half past
# one of this day, in the past, and "in 1h 30" for an hour, as parsedatetime does; the others give nothing. So it goes
# on: "1M" is a month for systemd and a minute for the rest, "1:30" is 90 seconds for pytimeparse2 and half past one for
# two, "half an hour" is a whole one for parsedatetime, and even "1h30m" is nothing to it. Who takes a span from a
# person should refuse a number without a unit behind one that has one, and show the time that comes out of it before it
# counts.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

for package in systemd libsystemd-shared; do
  (cd "$folder" && apt-get download "$package=252.39-1~deb12u2" >/dev/null 2>&1 && dpkg-deb -x "$package"_*.deb root) ||
    { echo "cannot download $package 252.39-1~deb12u2" >&2; exit 1; }
done
python3 -m pip install --quiet --disable-pip-version-check --root-user-action ignore \
  --target "$folder/packages" dateparser==1.5.0 parsedatetime==2.6 pytimeparse2==1.7.1 python-dateutil==2.9.0.post0
cat >"$folder/spans.py" <<'PYTHON'
import subprocess
import sys
import warnings
from datetime import datetime, timedelta

import dateparser
import parsedatetime
import pytimeparse2

warnings.simplefilter("ignore")
NOW = datetime(2026, 12, 1, 10, 0)


def shown(span):
    return "nothing" if span is None else f"-{-span}" if span < timedelta(0) else str(span)


def systemd(text):
    done = subprocess.run([sys.argv[1], "timespan", text], capture_output=True, text=True)
    lines = [line for line in done.stdout.splitlines() if "s:" in line]
    return timedelta(microseconds=int(lines[0].split(":")[1])) if done.returncode == 0 else None


def with_dateparser(text):
    moment = dateparser.parse("in " + text, languages=["en"], settings={"RELATIVE_BASE": NOW})
    return moment and moment - NOW


def with_parsedatetime(text):
    moment, kind = parsedatetime.Calendar().parseDT("in " + text, NOW)
    return moment - NOW if kind else None


def with_pytimeparse(text):
    seconds = pytimeparse2.parse(text)
    return None if seconds is None else timedelta(seconds=seconds)


for text in ["1h30", "1h 30", "1h30m", "1M", "1:30", "half an hour"]:
    print(f"{text}: systemd {shown(systemd(text))}, dateparser {shown(with_dateparser(text))},",
          f"parsedatetime {shown(with_parsedatetime(text))}, pytimeparse2 {shown(with_pytimeparse(text))}")
PYTHON
export LC_ALL=C.UTF-8 TZ=UTC
library=$(find "$folder/root" -name 'libsystemd-shared-*.so' -printf '%h')
printf '#!/bin/sh\nLD_LIBRARY_PATH=%s exec %s "$@"\n' "$library" \
  "$folder/root/usr/bin/systemd-analyze" >"$folder/analyze"
chmod +x "$folder/analyze"
seen=$(PYTHONPATH=$folder/packages timeout 60 python3 "$folder/spans.py" "$folder/analyze")
echo "$seen"
[ "$seen" = "1h30: systemd 1:00:30, dateparser -8:30:00, parsedatetime nothing, pytimeparse2 nothing
1h 30: systemd 1:00:30, dateparser 1:00:00, parsedatetime 1:00:00, pytimeparse2 nothing
1h30m: systemd 1:30:00, dateparser 1:30:00, parsedatetime nothing, pytimeparse2 1:30:00
1M: systemd 30 days, 10:30:00, dateparser 0:01:00, parsedatetime 0:01:00, pytimeparse2 0:01:00
1:30: systemd nothing, dateparser -8:30:00, parsedatetime -8:30:00, pytimeparse2 0:01:30
half an hour: systemd nothing, dateparser nothing, parsedatetime 1:00:00, pytimeparse2 nothing" ]
