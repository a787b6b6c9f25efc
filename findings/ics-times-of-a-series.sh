#!/usr/bin/env bash
# ics 0.7.3: a weekly event in Berlin that is read and written again is an hour off in winter, and its day off is back.
#
# Expected of Calendar(text).serialize(): the same events; what the library has no use for stays or is left out as a
# whole. Seen in 0.7.3: the start is written in UTC, and the rule that repeats it, which the library does not know of,
# stays. So "every week at 9:00 in Berlin", begun in July, is at 7:00 UTC for ever, which is 8:00 there from the end of
# October on. EXDATE stays in Berlin's time, so that one in December no longer meets its day, and the event is there. An
# alarm 5 minutes before the end (RELATED=END) is one 5 minutes before the start. And CALSCALE, which is GREGORIAN where
# it is left out, is written as GEORGIAN, for which a careful reader refuses the whole calendar. The first event is
# right, and this is what a test looks at. A program that filters or joins calendars should not write with it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m pip install --quiet --disable-pip-version-check --root-user-action ignore \
  --target "$folder/packages" ics==0.7.3 icalendar==7.3.2 recurring-ical-events==3.8.2 python-dateutil==2.9.0.post0
cat >"$folder/series.py" <<'PYTHON'
import warnings
import zoneinfo
from datetime import date

import icalendar
import ics
import recurring_ical_events

BERLIN = zoneinfo.ZoneInfo("Europe/Berlin")
TEXT = """BEGIN:VCALENDAR
VERSION:2.0
PRODID:example
BEGIN:VEVENT
UID:1
DTSTAMP:20260701T000000Z
DTSTART;TZID=Europe/Berlin:20260706T090000
DTEND;TZID=Europe/Berlin:20260706T093000
RRULE:FREQ=WEEKLY
EXDATE;TZID=Europe/Berlin:20260713T090000,20261221T090000
SUMMARY:Stand-up
BEGIN:VALARM
ACTION:DISPLAY
DESCRIPTION:Stand-up
TRIGGER;RELATED=END:-PT5M
END:VALARM
END:VEVENT
END:VCALENDAR
""".replace("\n", "\r\n")


def tell(name, text):
    """Prints what another library, which knows of rules and zones, makes of a calendar."""
    events = recurring_ical_events.of(icalendar.Calendar.from_ical(text))
    for month, first, last in [("July", date(2026, 7, 6), date(2026, 7, 21)),
                               ("December", date(2026, 12, 14), date(2026, 12, 29))]:
        times = [event.start.astimezone(BERLIN).strftime("%d at %H:%M") for event in events.between(first, last)]
        print(f"{name}: {month}", ", ".join(sorted(times)))
    event = icalendar.Calendar.from_ical(text).events[0]
    print(f"{name}: alarm at", event.alarms.times[0].trigger.astimezone(BERLIN).strftime("%H:%M"))


warnings.simplefilter("ignore")
tell("as it was", TEXT)
written = ics.Calendar(TEXT).serialize()
try:
    tell("written again", written)
except recurring_ical_events.InvalidCalendar as error:
    print("written again:", error, *(line for line in written.splitlines() if line.startswith("CALSCALE")))
tell("with the right scale", written.replace("CALSCALE:GEORGIAN", "CALSCALE:GREGORIAN"))
PYTHON
seen=$(PYTHONPATH=$folder/packages python3 "$folder/series.py")
echo "$seen"
[ "$seen" = "as it was: July 06 at 09:00, 20 at 09:00
as it was: December 14 at 09:00, 28 at 09:00
as it was: alarm at 09:25
written again: Only Gregorian calendars are supported. CALSCALE:GEORGIAN
with the right scale: July 06 at 09:00, 20 at 09:00
with the right scale: December 14 at 08:00, 21 at 08:00, 28 at 08:00
with the right scale: alarm at 08:55" ]
