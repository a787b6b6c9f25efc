#!/usr/bin/env bash
# jq 1.6: "2026-07-01T12:00:00Z" | fromdate is an hour late where the clocks have summer time.
#
# Expected of fromdate on a time that ends in Z: the same number of seconds in every zone. Seen in 1.6 (Debian 12): with
# the zone of Berlin a time in July comes out as 13:00, with that of Sydney one in January, while todate is right, so
# that the two do not undo each other; in winter, and in zones without summer time, all is right. The jq of PyPI in its
# version 1.13.0 is right everywhere. Both leave out the offset that strptime reads by "%z": 12:00+0200 counts as 12:00
# UTC. A hook that compares the time of an alert with now has to run jq with TZ=UTC0, and to reckon offsets by
# another tool; a test in winter or on a server in UTC does not see it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

for package in jq=1.6-2.1+deb12u3 libjq1=1.6-2.1+deb12u3 libonig5=6.9.8-1; do
  (cd "$folder" && apt-get download "$package" >/dev/null 2>&1 && dpkg-deb -x "${package%%=*}"_*.deb root) ||
    { echo "cannot download $package" >&2; exit 1; }
done
[ -e /usr/share/zoneinfo/Europe/Berlin ] || { echo "missing: tzdata" >&2; exit 1; }
python3 -m pip install --quiet --disable-pip-version-check --root-user-action ignore --no-deps \
  --only-binary :all: --target "$folder/packages" jq==1.13.0
library=$(find "$folder/root" -name libjq.so.1 -printf '%h')
debian() { LD_LIBRARY_PATH=$library "$folder/root/usr/bin/jq" --null-input --raw-output "$1"; }
pypi() {
  PYTHONPATH=$folder/packages python3 -c 'import sys, jq; print(jq.compile(sys.argv[1]).input_value(None).first())' "$1"
}

seen=$(LD_LIBRARY_PATH=$library "$folder/root/usr/bin/jq" --version
  for zone in UTC0 Europe/Berlin Australia/Sydney; do
    for time in 2026-01-01T12:00:00Z 2026-07-01T12:00:00Z; do
      echo "$zone: $time, in seconds and back:" \
        "$(for jq in debian pypi; do TZ=$zone "$jq" "\"$time\" | fromdate | todate"; done | paste -sd ' ')"
    done
  done
  for jq in debian pypi; do
    TZ=UTC0 "$jq" '"2026-07-01T12:00:00+0200" | strptime("%Y-%m-%dT%H:%M:%S%z") | mktime | todate'
  done)
echo "$seen"
back='in seconds and back'
january=2026-01-01T12:00:00Z july=2026-07-01T12:00:00Z
[ "$seen" = "jq-1.6
UTC0: $january, $back: $january $january
UTC0: $july, $back: $july $july
Europe/Berlin: $january, $back: $january $january
Europe/Berlin: $july, $back: 2026-07-01T13:00:00Z $july
Australia/Sydney: $january, $back: 2026-01-01T13:00:00Z $january
Australia/Sydney: $july, $back: $july $july
$july
$july" ]
