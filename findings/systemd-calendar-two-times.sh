#!/usr/bin/env bash
# systemd 252: the calendar event "10:00,14:30" is not at 10:00 and at 14:30, but at 10:00:30 and at 10:14:30.
#
# Expected of two times with a comma, as "Sat,Sun" is two days: both, or an error. Seen with systemd-analyze calendar
# of 252 (Debian 12), which reads as the timers do: the comma binds within one field, so it is hour 10, minutes
# 00 and 14, second 30. It is accepted, and the normalized form is "10:00,14:30" again; only the next times tell.
# Three times, "8:00,9:00,10:00", are refused, as the fourth number has no field. Two times are two OnCalendar
# lines; "10,14:00" is right for two hours at the same minute.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

for package in systemd libsystemd-shared; do
  (cd "$folder" && apt-get download "$package=252.39-1~deb12u2" >/dev/null 2>&1 && dpkg-deb -x "$package"_*.deb root) ||
    { echo "cannot download $package 252.39-1~deb12u2" >&2; exit 1; }
done
library=$(find "$folder/root" -name 'libsystemd-shared-*.so' -printf '%h')
analyze() { TZ=UTC0 LC_ALL=C LD_LIBRARY_PATH=$library "$folder/root/usr/bin/systemd-analyze" "$@"; }

# Prints the normalized form and the next times of an event: 'elapses EVENT'.
elapses() {
  echo "$1:$(analyze calendar --base-time '2026-12-01 00:00 UTC' --iterations 3 "$1" 2>/dev/null |
    sed -nE 's/^ *Normalized form: / /p; s/^ *(Next elapse|Iter[^:]*): ([A-Z][a-z]{2} )?([-0-9]+ [0-9:]+).*/ \3/p' |
    paste -sd, | grep . || echo ' refused')"
}

seen=$(analyze --version | cut -d ' ' -f 1-2 | head -n 1
  for event in '10:00,14:30' '10,14:00' '8:00,9:00,10:00'; do elapses "$event"; done)
echo "$seen"
[ "$seen" = "systemd 252
10:00,14:30: *-*-* 10:00,14:30, 2026-12-01 10:00:30, 2026-12-01 10:14:30, 2026-12-02 10:00:30
10,14:00: *-*-* 10,14:00:00, 2026-12-01 10:00:00, 2026-12-01 14:00:00, 2026-12-02 10:00:00
8:00,9:00,10:00: refused" ]
