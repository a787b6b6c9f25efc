#!/usr/bin/env bash
# APScheduler 3.11.2: CronTrigger.from_crontab takes 1 for Tuesday, and two kinds of days for one condition.
#
# Expected of from_crontab, which by its document reads standard crontab lines: 0 and 7 are Sunday, and where a day
# of the month and one of the week are given, either is enough, as crontab(5) has it. Seen in 3.11.2: 0 is Monday,
# "0 9 * * 1-5" runs from Tuesday to Saturday, 7 is refused; "0 9 1 * mon" runs on a first that is a Monday only, one
# to three times a year instead of five times a month. Nothing warns. Names of days mean the same in both, so a
# line that goes from cron to a Python service has to have names, and one with both kinds of days is two triggers.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m pip install --quiet --disable-pip-version-check --root-user-action ignore \
  --target "$folder/packages" APScheduler==3.11.2 tzlocal==5.3.1
cat >"$folder/runs.py" <<'PYTHON'
from datetime import datetime, timedelta, timezone

import apscheduler
from apscheduler.triggers.cron import CronTrigger

print(apscheduler.version)
for line in ["0 9 * * 0", "0 9 * * 1-5", "0 9 * * mon-fri", "0 9 * * 7", "0 9 1 * mon"]:
    try:
        trigger = CronTrigger.from_crontab(line, timezone.utc)
    except ValueError:
        print(f"{line}: refused")
        continue
    time, runs = datetime(2027, 1, 1, tzinfo=timezone.utc), []
    for _ in range(6):
        time = trigger.get_next_fire_time(None, time)
        runs.append(f"{time:%a %m-%d}")
        time += timedelta(seconds=1)
    print(f"{line}:", ", ".join(runs))
PYTHON
seen=$(LC_ALL=C PYTHONPATH=$folder/packages python3 "$folder/runs.py")
echo "$seen"
[ "$seen" = "3.11.2
0 9 * * 0: Mon 01-04, Mon 01-11, Mon 01-18, Mon 01-25, Mon 02-01, Mon 02-08
0 9 * * 1-5: Fri 01-01, Sat 01-02, Tue 01-05, Wed 01-06, Thu 01-07, Fri 01-08
0 9 * * mon-fri: Fri 01-01, Mon 01-04, Tue 01-05, Wed 01-06, Thu 01-07, Fri 01-08
0 9 * * 7: refused
0 9 1 * mon: Mon 02-01, Mon 03-01, Mon 11-01, Mon 05-01, Mon 01-01, Mon 10-01" ]
