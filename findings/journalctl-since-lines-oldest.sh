#!/usr/bin/env bash
# journalctl (systemd 252): with --since, "-n 2" are the two oldest entries, and with --until one of two is missing.
#
# Expected, as the manual page says of --lines: the most recent entries of those that the other options choose. Seen
# in 252 (Debian 12): -n 2 alone, and with a priority, shows the two newest; with --since it shows the first two after
# that time, also with --until or --pager-end beside it; with --until alone it shows one less than asked for.
# With --reverse they are the newest, in reverse. A report that mails "the last 20 errors of today" mails the
# first twenty, the same ones at each later run, and misses what is going on; 'journalctl --since ... | tail' is right.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

for package in systemd=252.39-1~deb12u2 libsystemd-shared=252.39-1~deb12u2 systemd-journal-remote=252.39-1~deb12u2 \
  libmicrohttpd12=0.9.75-6; do
  (cd "$folder" && apt-get download "$package" >/dev/null 2>&1 && dpkg-deb -x "${package%%=*}"_*.deb root) ||
    { echo "cannot download $package" >&2; exit 1; }
done
LD_LIBRARY_PATH=$(find "$folder/root" \( -name 'libsystemd-shared-*.so' -o -name 'libmicrohttpd.so.12' \) -printf '%h:')
export LD_LIBRARY_PATH

# Six entries, one a second from 10:00:01 on, in the journal's export format.
boot=3c5d7e9f1a2b4c6d8e0f1a2b3c4d5e6f
for number in 1 2 3 4 5 6; do
  printf '%s\n' "__CURSOR=s=$boot;i=$number;b=$boot;m=$number;t=$((1795860000000000 + number));x=$number" \
    "__REALTIME_TIMESTAMP=$((1795860000000000 + number * 1000000))" "__MONOTONIC_TIMESTAMP=$number" \
    "_BOOT_ID=$boot" PRIORITY=3 "MESSAGE=$number" ''
done >"$folder/entries"
"$folder/root/lib/systemd/systemd-journal-remote" -o "$folder/entries.journal" "$folder/entries" >/dev/null 2>&1
entries() {
  echo "$*: $(TZ=UTC0 "$folder/root/bin/journalctl" --file "$folder/entries.journal" -o cat "$@" | paste -sd ' ')"
}
since='2026-11-28 09:00' until='2026-11-28 10:00:05'
seen=$("$folder/root/bin/journalctl" --version | head -n 1 | cut -d ' ' -f 1-2
  entries -n 2
  entries -n 2 -p err
  entries -n 2 "--since=$since"
  entries -n 2 "--since=$since" "--until=$until"
  entries -n 2 "--since=$since" --pager-end
  entries -n 2 "--since=$since" --reverse
  entries "--until=$until"
  entries -n 2 "--until=$until"
  entries -n 4 "--until=$until")
echo "$seen"
[ "$seen" = "systemd 252
-n 2: 5 6
-n 2 -p err: 5 6
-n 2 --since=$since: 1 2
-n 2 --since=$since --until=$until: 1 2
-n 2 --since=$since --pager-end: 1 2
-n 2 --since=$since --reverse: 6 5
--until=$until: 1 2 3 4 5
-n 2 --until=$until: 5
-n 4 --until=$until: 3 4 5" ]
