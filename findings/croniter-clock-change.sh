#!/usr/bin/env bash
# croniter: the run after a change of the clocks is an hour off (6.0.0), or comes twice (6.2.4 and 7.0.0).
#
# Expected of get_next from an aware time in Berlin: "0 9 * * 1" is Monday at 9:00 on the clock there in every week, and
# "30 2 * * *" comes once a night. Seen in 6.0.0: the first run after the clocks went forward comes twice, at 8:00 and
# at 9:00, and the first one after they went back is at 10:00, also when that is a day or more later. 6.2.4 and
# 7.0.0 are right there, but 2:30 comes twice in the autumn night, with both offsets; cron(8) of Debian 12 runs
# such a job once. So a weekly digest comes at another hour, or a nightly one twice, depending on the version that
# a scheduler happens to have.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

cat >"$folder/runs.py" <<'PYTHON'
import importlib.metadata
from datetime import datetime
from zoneinfo import ZoneInfo

from croniter import croniter

print(importlib.metadata.version("croniter"))
for line, start in [
        ("0 9 * * 1", "2027-03-26 12:00"), ("0 9 * * 1", "2027-10-29 12:00"), ("30 2 * * *", "2027-10-30 12:00")]:
    runs = croniter(line, datetime.fromisoformat(start).replace(tzinfo=ZoneInfo("Europe/Berlin")))
    print(f"{line} after {start[5:]}:", ", ".join(f"{runs.get_next(datetime):%a %m-%d %H:%M%z}" for _ in range(3)))
PYTHON

# Prints what a version of croniter gives: 'runs VERSION'.
runs() {
  python3 -m pip install --quiet --disable-pip-version-check --root-user-action ignore \
    --target "$folder/$1" "croniter==$1" python-dateutil==2.9.0.post0 pytz==2025.2 tzdata==2025.2
  LC_ALL=C PYTHONPATH=$folder/$1 PYTHONTZPATH='' python3 "$folder/runs.py"
}

seen=$(runs 6.0.0 && runs 6.2.4 && runs 7.0.0)
echo "$seen"
new="0 9 * * 1 after 03-26 12:00: Mon 03-29 09:00+0200, Mon 04-05 09:00+0200, Mon 04-12 09:00+0200
0 9 * * 1 after 10-29 12:00: Mon 11-01 09:00+0100, Mon 11-08 09:00+0100, Mon 11-15 09:00+0100
30 2 * * * after 10-30 12:00: Sun 10-31 02:30+0200, Sun 10-31 02:30+0100, Mon 11-01 02:30+0100"
[ "$seen" = "6.0.0
0 9 * * 1 after 03-26 12:00: Mon 03-29 08:00+0200, Mon 03-29 09:00+0200, Mon 04-05 09:00+0200
0 9 * * 1 after 10-29 12:00: Mon 11-01 10:00+0100, Mon 11-08 09:00+0100, Mon 11-15 09:00+0100
30 2 * * * after 10-30 12:00: Sun 10-31 02:30+0200, Mon 11-01 03:30+0100, Tue 11-02 02:30+0100
6.2.4
$new
7.0.0
$new" ]
