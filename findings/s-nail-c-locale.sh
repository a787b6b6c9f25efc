#!/usr/bin/env bash
# s-nail 14.9.24: in the C locale a mail with one letter beyond ASCII in its text is not sent.
#
# Expected of 'printf "Grün\n" | s-nail ...' in a job that has no LANG: the mail goes out as UTF-8, as
# unknown-8bit, or as it is. Seen in 14.9.24 (Debian 12, with the sendcharsets of its own s-nail.rc):
# the mail program is not started, exit status 4, and the text is in DEAD (~/dead.letter), while a text
# in ASCII is sent. With LC_ALL=C.UTF-8, or ttycharset=utf-8, it is sent as UTF-8; with mime-force-sendout it
# arrives as application/octet-stream. So a job's report is missing on just the day when a name has an umlaut.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

(cd "$folder" && apt-get download s-nail=14.9.24-2 >/dev/null 2>&1 && dpkg-deb -x s-nail_*.deb root) ||
  { echo "cannot download s-nail 14.9.24-2" >&2; exit 1; }
cat >"$folder/mta" <<SH
#!/bin/sh
cat >"$folder/mail"
SH
chmod +x "$folder/mta"

# Sends a text and prints what came of it: 'send LOCALE TEXT [SETTING...]'.
send() {
  local locale=$1 text=$2 setting status=0 settings=()
  shift 2
  for setting in sendcharsets=utf-8,iso-8859-1 "DEAD=$folder/dead" "mta=$folder/mta" sendwait "$@"; do
    settings+=(-S "$setting")
  done
  rm -f "$folder/mail" "$folder/dead"
  printf '%s\n' "$text" | env -i PATH="$PATH" HOME="$folder" LC_ALL="$locale" "$folder/root/usr/bin/s-nail" -:/ \
    "${settings[@]}" -r a@example.org -s Report b@example.org >/dev/null 2>&1 || status=$?
  local sent='not sent' dead='no DEAD'
  [ ! -e "$folder/mail" ] || sent=$(sed -n 's/^Content-Type: //p' "$folder/mail" | grep . || echo plain)
  ! grep -q "$text" "$folder/dead" 2>/dev/null || dead='in DEAD'
  echo "$locale $text $*: exit $status, $sent, $dead"
}

seen=$(send C Green; send C Grün; send C.UTF-8 Grün; send C Grün ttycharset=utf-8; send C Grün mime-force-sendout)
echo "$seen"
[ "$seen" = "C Green : exit 0, plain, no DEAD
C Grün : exit 4, not sent, in DEAD
C.UTF-8 Grün : exit 0, text/plain; charset=utf-8, no DEAD
C Grün ttycharset=utf-8: exit 0, text/plain; charset=utf-8, no DEAD
C Grün mime-force-sendout: exit 0, application/octet-stream, no DEAD" ]
