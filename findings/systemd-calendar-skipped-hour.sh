#!/usr/bin/env bash
# systemd 252: a calendar event in the hour that summer time skips does not elapse later, it is left out.
#
# Expected of "every day at 02:30" on the day when the clocks go from 02:00 to 03:00: it elapses at 03:30 or
# at 03:00, as cron makes up for such jobs. Seen with systemd-analyze calendar of 252 (Debian 12), which
# uses the reckoning of the timers: the day is left out, and one event at 02:30 of that day elapses never.
# In autumn, when the hour from 02:00 to 03:00 is there twice, "every hour at :30" leaves out the second
# one: two hours lie between two hourly events. A zone in the expression or in TZ makes no difference.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

for package in systemd libsystemd-shared; do
  (cd "$folder" && apt-get download "$package=252.39-1~deb12u2" >/dev/null 2>&1 && dpkg-deb -x "$package"_*.deb root) ||
    { echo "cannot download $package 252.39-1~deb12u2" >&2; exit 1; }
done
[ -e /usr/share/zoneinfo/Europe/Berlin ] || { echo "missing: tzdata" >&2; exit 1; }
library=$(find "$folder/root" -name 'libsystemd-shared-*.so' -printf '%h')

# Prints the next times of an event in UTC: 'elapses START COUNT EVENT'.
elapses() {
  echo "$3:$(TZ=UTC0 LC_ALL=C LD_LIBRARY_PATH=$library "$folder/root/usr/bin/systemd-analyze" calendar \
    --base-time "$1" --iterations "$2" "$3" |
    sed -nE 's/^ *(Next elapse|Iter[^:]*): ([A-Z][a-z]{2} )?([-0-9]+ [0-9:]+|never).*/ \3/p' | paste -sd,)"
}

seen=$(LD_LIBRARY_PATH=$library "$folder/root/usr/bin/systemd-analyze" --version | cut -d ' ' -f 1-2 | head -n 1
  elapses '2027-03-27 00:00 UTC' 3 '*-*-* 02:30 Europe/Berlin'
  elapses '2027-03-27 00:00 UTC' 1 '2027-03-28 02:30 Europe/Berlin'
  elapses '2026-10-25 00:00 UTC' 3 '*-*-* *:30 Europe/Berlin')
echo "$seen"
[ "$seen" = "systemd 252
*-*-* 02:30 Europe/Berlin: 2027-03-27 01:30:00, 2027-03-29 00:30:00, 2027-03-30 00:30:00
2027-03-28 02:30 Europe/Berlin: never
*-*-* *:30 Europe/Berlin: 2026-10-25 00:30:00, 2026-10-25 02:30:00, 2026-10-25 03:30:00" ]
