#!/usr/bin/env bash
# tmux 3.3a: display-message changes a text with a percent sign or a semicolon at its end.
#
# Expected of a hook that shows a notification with 'tmux display-message "$title"': the text stands in the
# status line as it is, but for tmux's own "#" formats. Seen in 3.3a (Debian 12): a percent sign and a letter
# behind it are replaced as by strftime ("disk 90%used": %u is the day of the week, "100%Free": %F is the
# date), and a semicolon at the end is taken for the end of the command and left out; without -p the same
# text stands in the status line. Text that comes from a "#(command)" of the status line keeps both. So the
# two need different quoting: "%%", and a backslash before the last semicolon, only here.
set -euo pipefail
folder=$(mktemp -d)
finish() {
  for socket in outer socket; do tmux -S "$folder/$socket" kill-server 2>/dev/null || true; done
  rm -rf "$folder"
}
trap finish EXIT

(cd "$folder" && apt-get download tmux=3.3a-3 >/dev/null 2>&1 && dpkg-deb -x tmux_*.deb tmux) ||
  { echo "cannot download tmux 3.3a-3" >&2; exit 1; }
PATH=$folder/tmux/usr/bin:$PATH
server() { TZ=UTC0 tmux -S "$folder/socket" -f /dev/null "$@"; }
server new-session -d -x 100 -y 10
day=$(TZ=UTC0 date +%u) date=$(TZ=UTC0 date +%F)
seen=$(tmux -V
  for text in 'disk 90%used' '100%Free' 'Backup finished;' 'disk 90%%used' 'Backup finished\;' '95% full'; do
    echo "$text -> $(server display-message -p "$text")"
  done)
# What a command of the status line prints, seen by a second tmux in which the first one is attached.
cat >"$folder/text" <<'SH'
#!/bin/sh
echo "disk 90%used;"
SH
chmod +x "$folder/text"
server set -g status-left '' \; set -g status-right "#($folder/text)" \; set -g status-interval 1
outer() { tmux -S "$folder/outer" -f /dev/null "$@"; }
outer new-session -d -x 100 -y 12 "env -u TMUX tmux -S $folder/socket attach"
# Waits for the line with "disk" in it.
shown() {
  for _ in $(seq 100); do
    outer capture-pane -p | grep -o 'disk.*' && return
    sleep 0.2
  done
}
status=$(shown)
server set -g status-right '' \; display-message -d 0 'disk 90%used'
for _ in $(seq 50); do
  message=$(shown)
  [ "$message" = "$status" ] || break
  sleep 0.1
done
echo "$seen"
echo "from a command: $status, as a message: $message"
[ "$seen" = "tmux 3.3a
disk 90%used -> disk 90${day}sed
100%Free -> 100${date}ree
Backup finished; -> Backup finished
disk 90%%used -> disk 90%used
Backup finished\; -> Backup finished;
95% full -> 95% full" ]
[ "$status" = "disk 90%used;" ]
[ "$message" = "disk 90${day}sed" ]
