#!/usr/bin/env bash
# watch 4.0.2: "watch -g", which ends when the output changes, sees neither what is below the screen nor a colour.
#
# Expected of 'watch -g COMMAND && notify', to be told when something changes: it ends at each change of the output, as
# its manual says. Seen in procps 4.0.2 (Debian 12): it compares what it has drawn. What is below the last row of the
# terminal, or with -w beyond its last column, is not seen, so a new line at the end of a long list, where most come,
# is never told, and with a larger window it is. With -c a word that turns from green to red is no change; without -c
# it is, as the numbers of the sequence are drawn. That the command's exit status changes is no change. A line that is
# longer than the window is wide takes more rows, and so hides others. Let the command end with "| cksum".
set -euo pipefail
folder=$(mktemp -d)
end() {
  for socket in "$folder"/socket*; do tmux -S "$socket" kill-server 2>/dev/null || true; done
  rm -rf "$folder"
}
trap end EXIT

for package in procps=2:4.0.2-3 tmux=3.3a-3; do
  (cd "$folder" && apt-get download "$package" >/dev/null 2>&1 && dpkg-deb -x "${package%%=*}"_*.deb root) ||
    { echo "cannot download $package" >&2; exit 1; }
done
PATH=$folder/root/usr/bin:$PATH
# The command under watch: its output changes with the fourth run. 'command KIND'.
cat >"$folder/command" <<'SHELL'
cd "$(dirname "$0")"
run=$(($(cat run) + 1))
echo $run >run
[ $run -lt 4 ] && state=running || state=FAILED
case $1 in
short) echo "job $state" ;;
long) seq 1 "$2" && echo "job $state" ;;
wide) printf '%-60s%s\n' job "$state" ;;
colour) [ $state = running ] && printf '\033[32mjob\033[m\n' || printf '\033[31mjob\033[m\n' ;;
status) echo job; [ $state = running ] ;;
esac
SHELL

# Whether watch -g ends in a window of 40 columns and 10 rows: 'watched "OPTIONS" COMMAND'.
watched() {
  rm -f "$folder/ended"
  socket=$(mktemp -u "$folder/socketXXXXXX")
  echo 0 >"$folder/run"
  tmux -S "$socket" -f /dev/null new-session -d -x 40 -y 10 \; set -g status off \; \
    respawn-window -k "watch -g -n 0.2 $1 \"sh $folder/command $2\"; touch $folder/ended"
  for _ in $(seq 300); do
    [ -e "$folder/ended" ] || [ "$(cat "$folder/run")" -gt 9 ] 2>/dev/null && break
    sleep 0.1
  done
  if [ -e "$folder/ended" ]; then echo "$1 $2: ends"; else echo "$1 $2: no end"; fi
  tmux -S "$socket" kill-server 2>/dev/null || true
}
seen=$(watch --version
  watched -t short
  watched -t 'long 9'
  watched -t 'long 10'
  watched '' 'long 7'
  watched '' 'long 8'
  watched -t wide
  watched '-t -w' wide
  watched -t colour
  watched '-t -c' colour
  watched -t status
  watched -t 'long 10 | cksum')
echo "$seen"
[ "$seen" = "watch from procps-ng 4.0.2
-t short: ends
-t long 9: ends
-t long 10: no end
 long 7: ends
 long 8: no end
-t wide: ends
-t -w wide: no end
-t colour: ends
-t -c colour: no end
-t status: no end
-t long 10 | cksum: ends" ]
