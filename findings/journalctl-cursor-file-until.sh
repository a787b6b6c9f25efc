#!/usr/bin/env bash
# journalctl (systemd 252): with --cursor-file and --until each run loses the entry after the limit, for good.
#
# Expected of "journalctl --cursor-file=FILE --until=TIME", run again and again with a later time, as a digest of each
# hour does: FILE has the last entry that was shown, and the next run goes on behind it. Seen in 252 (Debian 12): FILE
# has the first entry that was not shown, the one beyond TIME that ended the run, and the next run begins behind that
# one. With a priority it is the first beyond TIME that has this priority, so none of the errors at the seam is told.
# --show-cursor prints the same. A run in which nothing lies beyond TIME is right, so it goes well on a quiet machine
# and with a time in the future. Without --until, and with -n, FILE is right. Leave the time out, and let the program
# that reads the lines stop at it.
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

# Six entries, one a second from 10:00:01 on, in the journal's export format. Those with an odd number are errors.
boot=3c5d7e9f1a2b4c6d8e0f1a2b3c4d5e6f
for number in 1 2 3 4 5 6; do
  printf '%s\n' "__CURSOR=s=$boot;i=$number;b=$boot;m=$number;t=$((1795860000000000 + number));x=$number" \
    "__REALTIME_TIMESTAMP=$((1795860000000000 + number * 1000000))" "__MONOTONIC_TIMESTAMP=$number" \
    "_BOOT_ID=$boot" "PRIORITY=$((number % 2 ? 3 : 6))" "MESSAGE=$number" ''
done >"$folder/entries"
"$folder/root/lib/systemd/systemd-journal-remote" -o "$folder/entries.journal" "$folder/entries" >/dev/null 2>&1

# Runs journalctl once for each set of options, all with one cursor file: 'runs NAME OPTIONS...'.
runs() {
  printf '%s:' "$1"
  rm -f "$folder/cursor"
  for options in "${@:2}"; do
    # shellcheck disable=SC2086
    printf ' [%s]' "$(TZ=UTC0 "$folder/root/bin/journalctl" --file "$folder/entries.journal" -o cat \
      --cursor-file "$folder/cursor" $options | paste -sd ' ')"
  done
  echo
}
until=--until=@179586000
seen=$("$folder/root/bin/journalctl" --version | head -n 1 | cut -d ' ' -f 1-2
  runs 'until 2, 4 and 6' ${until}2 ${until}4 ${until}6
  runs 'errors until 2, 4 and 6' "-p err ${until}2" "-p err ${until}4" "-p err ${until}6"
  runs 'until 3, then all' ${until}3 ''
  runs 'until 9, then all' ${until}9 ''
  runs 'two at a time' '--since=@1795860000 -n 2' '-n 2' '-n 2')
echo "$seen"
[ "$seen" = "systemd 252
until 2, 4 and 6: [1 2] [4] [6]
errors until 2, 4 and 6: [1] [] []
until 3, then all: [1 2 3] [5 6]
until 9, then all: [1 2 3 4 5 6] []
two at a time: [1 2] [3 4] [5 6]" ]
