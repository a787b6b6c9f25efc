#!/usr/bin/env bash
# GNU date 9.1: "2026-07-01 12:00 + 2 hours" is 13:00 in Berlin, and "12:00 - 1 hour" is 16:00.
#
# Expected of date -d "2026-07-01 12:00 + 2 hours", the time of a reminder: 14:00. Seen in coreutils 9.1 (Debian 12): a
# number with a sign behind a time is the zone of that time, also with a space between, so this is 12:00 in the zone
# two hours ahead of UTC, and one hour later, as "hours" without a number is one. "- 1 hour" is the zone behind, and so
# a later time instead of an earlier one; "+ 1 day" is the next day, at another hour of the day; "+ 30 minutes" is an
# error, as there is no such zone, so who tries that first is warned. In the zone of UTC+1 "+ 1 hour" comes out right,
# in winter only. Without the sign ("12:00 2 hours", "12:00 1 hour ago"), with the zone before it, or with the span in
# front of the time, it is what it says.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

(cd "$folder" && apt-get download coreutils=9.1-1 >/dev/null 2>&1 && dpkg-deb -x coreutils_*.deb root) ||
  { echo "cannot download coreutils 9.1-1" >&2; exit 1; }
date=$folder/root/bin/date
export LC_ALL=C
berlin=CET-1CEST,M3.5.0,M10.5.0/3
seen=$("$date" --version | head -n 1
  for text in '12:00 + 2 hours' '12:00 +2 hours' '12:00 - 1 hour' '12:00 + 1 day' '12:00 + 30 minutes' '12:00 2 hours' \
    '12:00 30 minutes' '12:00 1 hour ago' '12:00 CEST + 2 hours' '+ 2 hours 12:00'; do
    echo "$text: $(TZ=$berlin "$date" -d "2026-07-01 $text" '+%d %H:%M' 2>/dev/null || echo error)"
  done
  echo "in winter, 12:00 + 1 hour: $(TZ=$berlin "$date" -d '2026-01-01 12:00 + 1 hour' '+%d %H:%M')"
  echo "in UTC, 12:00 + 2 hours: $(TZ=UTC0 "$date" -d '2026-07-01 12:00 + 2 hours' '+%d %H:%M')"
  echo "in New York, 12:00 + 2 hours: $(TZ=EST5EDT,M3.2.0,M11.1.0 "$date" -d '2026-07-01 12:00 + 2 hours' '+%d %H:%M')")
echo "$seen"
[ "$seen" = "date (GNU coreutils) 9.1
12:00 + 2 hours: 01 13:00
12:00 +2 hours: 01 13:00
12:00 - 1 hour: 01 16:00
12:00 + 1 day: 02 13:00
12:00 + 30 minutes: error
12:00 2 hours: 01 14:00
12:00 30 minutes: 01 12:30
12:00 1 hour ago: 01 11:00
12:00 CEST + 2 hours: 01 14:00
+ 2 hours 12:00: 01 14:00
in winter, 12:00 + 1 hour: 01 13:00
in UTC, 12:00 + 2 hours: 01 11:00
in New York, 12:00 + 2 hours: 01 07:00" ]
