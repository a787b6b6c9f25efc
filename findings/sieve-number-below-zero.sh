#!/usr/bin/env bash
# Dovecot's Sieve 0.5.19: a score of -2 is at least 5, and so are "+3", "none" and an empty header.
#
# Expected of 'header :value "ge" :comparator "i;ascii-numeric" "X-Score" "5"', the test of Sieve for numbers: 7 fits, 3
# and -2 do not, and what is no number does not either. Seen with sieve-test of Dovecot 2.3.19 (Debian 12): -2, +3,
# ".9", "none" and the empty text fit as well, and nothing is ever less than 0. The comparator (RFC 4790) knows digits
# only: what begins with anything else is infinite, and 4.9 is 4. Spam filters give scores below zero to mails that are
# surely good, so a rule that was checked with 7 and 3 files just those away as junk. A rule for numbers has to look at
# the minus first (:matches "-*"), or to use the extension spamtest.
set -euo pipefail
umask 022
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

for package in dovecot-core dovecot-sieve; do
  (cd "$folder" && apt-get download "$package=1:2.3.19.1+dfsg1-2.1+deb12u7" >/dev/null 2>&1 &&
    dpkg-deb -x "$package"_*.deb root) ||
    { echo "cannot download $package 1:2.3.19.1+dfsg1-2.1+deb12u7" >&2; exit 1; }
done
cat >"$folder/score.sieve" <<'SIEVE'
require ["relational", "comparator-i;ascii-numeric", "fileinto"];
if header :value "ge" :comparator "i;ascii-numeric" "X-Score" "5" { fileinto "at least 5"; }
elsif header :value "lt" :comparator "i;ascii-numeric" "X-Score" "0" { fileinto "below 0"; }
elsif header :value "eq" :comparator "i;ascii-numeric" "X-Score" "4" { fileinto "equal to 4"; }
SIEVE
# sieve-test refuses to run as root, and takes its settings from the environment where DOVECONF_ENV is set.
user=$(id -u) group=$(id -g) switch=()
if [ "$user" = 0 ]; then
  user=65534 group=65534 switch=(setpriv --reuid=65534 --regid=65534 --clear-groups)
  chown "$user:$group" "$folder"
fi

# Prints where a mail with this score goes.
filed() {
  printf 'From: a@example.org\nSubject: Report\nX-Score: %s\n\nText\n' "$1" >"$folder/mail"
  local answer
  answer=$("${switch[@]}" env -i LD_LIBRARY_PATH="$folder/root/usr/lib/dovecot" DOVECONF_ENV=1 HOME="$folder" \
    MAIL_HOME="$folder" MAIL_LOCATION="maildir:$folder/mails" MAIL_UID="$user" MAIL_GID="$group" FIRST_VALID_UID=1 \
    FIRST_VALID_GID=1 "$folder/root/usr/bin/sieve-test" "$folder/score.sieve" "$folder/mail" 2>&1)
  echo "'$1': $(sed -n 's/.*store message in folder: //p' <<<"$answer")"
}

seen=$(for score in 7 3 0 4.9 -2 -0.5 +3 .9 none ''; do filed "$score"; done)
echo "$seen"
[ "$seen" = "'7': at least 5
'3': INBOX
'0': INBOX
'4.9': equal to 4
'-2': at least 5
'-0.5': at least 5
'+3': at least 5
'.9': at least 5
'none': at least 5
'': at least 5" ]
