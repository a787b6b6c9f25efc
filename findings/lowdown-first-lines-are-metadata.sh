#!/usr/bin/env bash
# lowdown 1.0.0: of a text that begins "Error: disk full" the first paragraph is missing, with success.
#
# Expected of a Markdown program that shows the text of a message: all of its words. Seen in 1.0.0 (Debian 12): if there
# is a colon in the first line, behind some words, the first paragraph is data about the document (title, author), a
# feature that is on by default. In HTML, and for man and gemini, it is left out, so that a message of one paragraph is
# empty. In the terminal the words before the colon lose their capitals and spaces: "Backup failed: no space" is
# "backupfailed: no space", "It is 12:30 now" is "itis12: 30 now", and a sign that a name must not have is "?". A
# document seldom begins in this way, an alert often. --parse-no-metadata turns it off.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

(cd "$folder" && apt-get download lowdown=1.0.0-2 >/dev/null 2>&1 && dpkg-deb -x lowdown_*.deb root) ||
  { echo "cannot download lowdown 1.0.0-2" >&2; exit 1; }
# Shows a text as HTML, in a terminal and without data about the document.
show() {
  printf '%s =' "$1"
  for options in -Thtml -Tterm '-Thtml --parse-no-metadata'; do
    # shellcheck disable=SC2086
    printf ' [%s]' "$(printf '%b' "$1" | "$folder/root/usr/bin/lowdown" $options |
      sed -E 's/\x1b\[[0-9;]*m//g; s/^ +//; /^$/d' | paste -sd ' ')"
  done
  echo
}
seen=$(show 'Error: disk full\n\nThe disk of db1 is full.\n'
  show 'Backup failed: no space\nSee the log\n'
  show 'It is 12:30 now\n'
  show 'Look (now): it burns\n'
  show 'Disk full!\nError: 5\n')
echo "$seen"
[ "$seen" = 'Error: disk full\n\nThe disk of db1 is full.\n = [<p>The disk of db1 is full.</p>] '\
'[error: disk full The disk of db1 is full.] [<p>Error: disk full</p> <p>The disk of db1 is full.</p>]
Backup failed: no space\nSee the log\n = [] [backupfailed: no space See the log] '\
'[<p>Backup failed: no space See the log</p>]
It is 12:30 now\n = [] [itis12: 30 now] [<p>It is 12:30 now</p>]
Look (now): it burns\n = [] [look?now?: it burns] [<p>Look (now): it burns</p>]
Disk full!\nError: 5\n = [<p>Disk full! Error: 5</p>] [Disk full! Error: 5] [<p>Disk full! Error: 5</p>]' ]
