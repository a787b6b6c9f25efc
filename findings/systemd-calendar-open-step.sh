#!/usr/bin/env bash
# systemd 252: in the night of summer time the next time of "8/12:00" (8:00 and 20:00) cannot be reckoned at all.
#
# Expected: on the evening before the clocks go forward the next time after 20:00 is 8:00 of the next morning, as on
# every evening; the skipped hour is far from it. Seen in systemd-analyze calendar of 252 (Debian 12), which reckons as
# the timers do: from 20:00 to midnight the search ends with "Infinite loop in calendar calculation" and "Resource
# deadlock avoided", and so it does for "6/12:00" and "0/7:00". A step without an end seems to be carried beyond the
# day, to 32:00, which is no 8:00 in that one night; for "0/6:00" it is 24:00, which works. "8..20/12:00" and "8,20:00"
# work, and all do in the other nights, also when the clocks go back. So a timer for reminders or digests that
# was checked on any other day has no next time on this one.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

for package in systemd libsystemd-shared; do
  (cd "$folder" && apt-get download "$package=252.39-1~deb12u2" >/dev/null 2>&1 && dpkg-deb -x "$package"_*.deb root) ||
    { echo "cannot download $package 252.39-1~deb12u2" >&2; exit 1; }
done
[ -e /usr/share/zoneinfo/Europe/Berlin ] || { echo "missing: tzdata" >&2; exit 1; }
library=$(find "$folder/root" -name 'libsystemd-shared-*.so' -printf '%h')
analyze() { TZ=Europe/Berlin LC_ALL=C LD_LIBRARY_PATH=$library "$folder/root/usr/bin/systemd-analyze" "$@"; }

# Prints the next time of an event, in its zone: 'elapse START EVENT'.
elapse() {
  echo "$2 after $1: $(analyze calendar --base-time "$1" "$2" 2>&1 |
    sed -nE 's/^ *Next elapse: ([A-Z][a-z]{2} )?([-0-9]+ [0-9:]+).*/\2/p; s/^Failed to .*: //p')"
}

seen=$(analyze --version | cut -d ' ' -f 1-2 | head -n 1
  elapse '2027-03-27 19:59' '8/12:00'
  for event in '8/12:00' '6/12:00' '0/7:00' '0/6:00' '8..20/12:00' '8,20:00'; do
    elapse '2027-03-27 21:00' "$event"
  done
  elapse '2027-03-28 00:00' '8/12:00'
  elapse '2027-03-28 21:00' '8/12:00'
  elapse '2027-10-30 21:00' '8/12:00'
  elapse '2027-03-27 20:00 UTC' '8/12:00 Europe/Berlin')
echo "$seen"
failed='Resource deadlock avoided'
[ "$seen" = "systemd 252
8/12:00 after 2027-03-27 19:59: 2027-03-27 20:00:00
8/12:00 after 2027-03-27 21:00: $failed
6/12:00 after 2027-03-27 21:00: $failed
0/7:00 after 2027-03-27 21:00: $failed
0/6:00 after 2027-03-27 21:00: 2027-03-28 00:00:00
8..20/12:00 after 2027-03-27 21:00: 2027-03-28 08:00:00
8,20:00 after 2027-03-27 21:00: 2027-03-28 08:00:00
8/12:00 after 2027-03-28 00:00: 2027-03-28 08:00:00
8/12:00 after 2027-03-28 21:00: 2027-03-29 08:00:00
8/12:00 after 2027-10-30 21:00: 2027-10-31 08:00:00
8/12:00 Europe/Berlin after 2027-03-27 20:00 UTC: $failed" ]
