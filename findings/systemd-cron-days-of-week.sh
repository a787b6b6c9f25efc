#!/usr/bin/env bash
# systemd-cron 1.15.19: "0 9 * * 5-7", Friday to Sunday, becomes a timer for every day, and "5-7,1" one for Mondays.
#
# Expected of systemd-cron, which takes the place of cron by making timers of crontab lines: a day of the week is 0 to
# 7, and where a day of the month and one of the week are given, either is enough, as its own crontab(5) says. Seen in
# 1.15.19 (Debian 12): a 7 or "sun" at the end of a range becomes 0 first, and the range is empty. Alone it leaves a
# timer without days of the week, which is every day; in a list its days are missing, without a word. "7" and "6,7" are
# right. "0 9 1 * mon" is a first that is a Monday, once or twice a year, and not each Monday and each first. So after
# the change from cron the report of the weekend comes each day, and another one hardly ever; the crontab says nothing
# of it, the timers do (systemctl list-timers).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

(cd "$folder" && apt-get download systemd-cron=1.15.19-5 >/dev/null 2>&1 && dpkg-deb -x systemd-cron_*.deb root) ||
  { echo "cannot download systemd-cron 1.15.19-5" >&2; exit 1; }
mkdir -p "$folder/etc" "$folder/timers"
# The generator reads /etc and /var/spool; this copy reads the folder.
sed "s#'/etc/#'$folder/etc/#g; s#'/var/spool/#'$folder/spool/#g" \
  "$folder/root/lib/systemd/system-generators/systemd-crontab-generator" >"$folder/generator.py"
for time in '0 9 * * 1-5' '0 9 * * 5-7' '0 9 * * fri-sun' '0 9 * * 1-7' '0 9 * * 5-7,1' '0 9 * * 7' '0 9 * * 6,7' \
  '0 9 1 * mon' '0 9 1 * *'; do
  echo "$time root echo report"
done >"$folder/etc/crontab"
python3 "$folder/generator.py" "$folder/timers" "$folder/timers" "$folder/timers" >/dev/null

seen=$(while IFS= read -r line; do
  timer=$(grep -lF "\"$line\"" "$folder"/timers/*.timer)
  echo "${line% root*}: $(sed -n 's/^OnCalendar= *//p' "$timer")"
done <"$folder/etc/crontab")
echo "$seen"
[ "$seen" = "0 9 * * 1-5: Mon,Tue,Wed,Thu,Fri *-*-* 9:0:00
0 9 * * 5-7: *-*-* 9:0:00
0 9 * * fri-sun: *-*-* 9:0:00
0 9 * * 1-7: *-*-* 9:0:00
0 9 * * 5-7,1: Mon *-*-* 9:0:00
0 9 * * 7: Sun *-*-* 9:0:00
0 9 * * 6,7: Sun,Sat *-*-* 9:0:00
0 9 1 * mon: Mon *-*-1 9:0:00
0 9 1 * *: *-*-1 9:0:00" ]
# What its crontab(5) promises.
manual=$(zcat "$folder/root/usr/share/man/man5/crontab.5.gz")
grep -q '^day of week	0-7 (0 or 7 is Sun, or use names)$' <<<"$manual"
grep -q '^when at least one of the two day fields' <<<"$manual"
