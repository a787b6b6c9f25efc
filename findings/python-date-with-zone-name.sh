#!/usr/bin/env bash
# dateutil 4.0.0, Python's email, feedparser 6.0.14: "12:00:00 GMT+0200" is 14:00 UTC, 10:00 UTC, or of no zone.
#
# Expected of "Tue, 01 Jul 2025 12:00:00 GMT+0200", which ends as JavaScript prints a date, so that webhooks and feeds
# hold such times: 10:00 UTC, as with +0200 alone, or an error. Seen: dateutil takes the sign the other way round, as TZ
# does, and reads 14:00 UTC, four hours late, in 2.9.0 and in the new 4.0.0, while its tz.tzstr("GMT+2") is two hours
# ahead. parsedate_to_datetime of Python 3.11's email leaves the offset out and gives a time without a zone, which
# counts as that of the machine. feedparser is right with GMT, and leaves the offset out with UTC, so that it is 12:00
# UTC; so is CEST, which is no zone for the other two. None complains. From a server in UTC, with GMT+0000, the numbers
# are right, so a test there sees nothing. A receiver should take an offset without a name, and nothing else.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m pip install --quiet --disable-pip-version-check --root-user-action ignore \
  --target "$folder/packages" feedparser==6.0.14 six==1.17.0
for version in 2.9.0.post0 4.0.0; do
  python3 -m pip install --quiet --disable-pip-version-check --root-user-action ignore --no-deps \
    --target "$folder/$version" "python-dateutil==$version"
done
cat >"$folder/dates.py" <<'PYTHON'
import datetime
import email.utils
import sys
import time
import warnings

import dateutil.parser
import dateutil.tz
import feedparser

warnings.simplefilter("ignore")


def utc(moment):
    return moment.astimezone(datetime.timezone.utc).strftime("%H:%M") if moment.tzinfo else "no zone"


def feed(text):
    item = f"<item><pubDate>{text}</pubDate></item>"
    entry = feedparser.parse(f"<rss version='2.0'><channel>{item}</channel></rss>").entries[0]
    return time.strftime("%H:%M", entry.published_parsed)


for zone in ["+0200", "GMT+0200", "UTC+0200", "CEST", "GMT+0000"]:
    text = "Tue, 01 Jul 2025 12:00:00 " + zone
    print(f"{zone}: dateutil {utc(dateutil.parser.parse(text))},",
          f"email {utc(email.utils.parsedate_to_datetime(text))}, feedparser {feed(text)}")
print("tz.tzstr:", dateutil.tz.tzstr("GMT+2").utcoffset(datetime.datetime(2025, 7, 1)))
PYTHON
seen=$(for version in 2.9.0.post0 4.0.0; do
  echo "dateutil $version"
  TZ=UTC0 PYTHONPATH=$folder/$version:$folder/packages python3 "$folder/dates.py"
done)
echo "$seen"
lines='+0200: dateutil 10:00, email 10:00, feedparser 10:00
GMT+0200: dateutil 14:00, email no zone, feedparser 10:00
UTC+0200: dateutil 14:00, email no zone, feedparser 12:00
CEST: dateutil no zone, email no zone, feedparser 12:00
GMT+0000: dateutil 12:00, email no zone, feedparser 12:00
tz.tzstr: 2:00:00'
[ "$seen" = "dateutil 2.9.0.post0
$lines
dateutil 4.0.0
$lines" ]
