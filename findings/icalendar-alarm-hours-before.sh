#!/usr/bin/env bash
# icalendar 7.3.0: an alarm an hour before a meeting at 3:30 rings when it begins, in the night of summer time.
#
# Expected of event.alarms.times: "-PT1H" is an hour before the event, whatever the clocks do, as RFC 5545 has an exact
# span behind the T, and "-P1D" is a day before, at the same time of the clock. Seen in 7.3.0, in Berlin: both are
# reckoned on the clock. In the night in which it goes forward, an alarm an hour before 3:30 is at 2:30, a time that
# there is not; on the line of time it is 3:30 itself, so duty begins with the alarm. In autumn half an hour before 3:00
# is an hour and a half before, and "-PT24H" is 23 or 25 hours before. A test with events at noon does not see it, and
# neither does one that subtracts the two times, as Python does that on the clock, too. Take the event's start in UTC
# and subtract the trigger's span from that, if its text has a T.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m pip install --quiet --disable-pip-version-check --root-user-action ignore \
  --target "$folder/packages" icalendar==7.3.0 python-dateutil==2.9.0.post0 tzdata==2026.6
cat >"$folder/alarm.py" <<'PYTHON'
from datetime import timezone

import icalendar

CALENDAR = """BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//example.org//alarms//EN
BEGIN:VEVENT
UID:1@example.org
DTSTAMP:20260101T000000Z
DTSTART;TZID=Europe/Berlin:{start}
SUMMARY:Duty begins
BEGIN:VALARM
ACTION:DISPLAY
DESCRIPTION:Duty begins
TRIGGER:{trigger}
END:VALARM
END:VEVENT
END:VCALENDAR
"""

print(icalendar.__version__)
for start, trigger in [("20260328T033000", "-PT1H"), ("20260329T033000", "-PT1H"), ("20260329T090000", "-PT24H"),
                       ("20260329T090000", "-P1D"), ("20261025T030000", "-PT30M"), ("20261025T090000", "-PT24H")]:
    event = icalendar.Calendar.from_ical(CALENDAR.format(start=start, trigger=trigger).replace("\n", "\r\n")).events[0]
    alarm = event.alarms.times[0].trigger
    before = event.start.astimezone(timezone.utc) - alarm.astimezone(timezone.utc)
    print(f"{event.start}, {trigger}: {alarm}, {before} before; subtracted: {event.start - alarm}")
PYTHON
seen=$(PYTHONPATH=$folder/packages python3 "$folder/alarm.py")
echo "$seen"
[ "$seen" = "7.3.0
2026-03-28 03:30:00+01:00, -PT1H: 2026-03-28 02:30:00+01:00, 1:00:00 before; subtracted: 1:00:00
2026-03-29 03:30:00+02:00, -PT1H: 2026-03-29 02:30:00+01:00, 0:00:00 before; subtracted: 1:00:00
2026-03-29 09:00:00+02:00, -PT24H: 2026-03-28 09:00:00+01:00, 23:00:00 before; subtracted: 1 day, 0:00:00
2026-03-29 09:00:00+02:00, -P1D: 2026-03-28 09:00:00+01:00, 23:00:00 before; subtracted: 1 day, 0:00:00
2026-10-25 03:00:00+01:00, -PT30M: 2026-10-25 02:30:00+02:00, 1:30:00 before; subtracted: 0:30:00
2026-10-25 09:00:00+01:00, -PT24H: 2026-10-24 09:00:00+02:00, 1 day, 1:00:00 before; subtracted: 1 day, 0:00:00" ]
