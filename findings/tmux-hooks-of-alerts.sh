#!/usr/bin/env bash
# tmux 3.3a: the hook alert-silence is run once until somebody looks, and alert-bell once for each session of a group.
#
# Expected of "set-hook -g alert-silence 'run-shell ...'" with monitor-silence 1, to be told when a job has come to its
# end: the hook is run each time a window was busy and then silent; and alert-bell once for a bell. Seen in 3.3a (Debian
# 12): for the first silence only. As long as the window has the mark "~", that is until somebody selects it, no other
# one is told; after a look the next one is, and only that. A bell is told each time; but where a second
# session shares the windows (new-session -t, which people have for a second screen), the hook is run for each of
# them, with equal words. So the one loses the end of every job but the first of the night, and the other
# doubles each message; a bell that the job rings at its end, with hook_session_name compared, is told once.
set -euo pipefail
folder=$(mktemp -d)
trap 'tmux -S "$folder/socket" kill-server 2>/dev/null || true; rm -rf "$folder"' EXIT

(cd "$folder" && apt-get download tmux=3.3a-3 >/dev/null 2>&1 && dpkg-deb -x tmux_*.deb tmux) ||
  { echo "cannot download tmux 3.3a-3" >&2; exit 1; }
PATH=$folder/tmux/usr/bin:$PATH
server() { tmux -S "$folder/socket" -f /dev/null "$@"; }
server new-session -d -s one -n shell "sleep 100"
server new-window -d -t one: -n job "sleep 100"
pane=$(server display-message -p -t one:job '#{pane_tty}')
for alert in bell silence; do
  server set-hook -g "alert-$alert" "run-shell 'echo #{hook_window_name} >>$folder/$alert'"
done

# Prints how often a hook was run since the last call: 'told ALERT'.
told() {
  if [ -e "$folder/$1" ]; then wc -l <"$folder/$1"; else echo 0; fi
  rm -f "$folder/$1"
}
# A job that writes a text and is silent for longer than a second, 'job TEXT'.
job() {
  printf '%b' "$1" >"$pane"
  sleep 2.5
}
server set-option -g monitor-silence 1
seen=$(
  tmux -V
  told silence >/dev/null
  for _ in 1 2 3; do job x; done
  echo "silence of three jobs: $(told silence)"
  server select-window -t one:job
  server select-window -t one:shell
  for _ in 1 2 3; do job x; done
  echo "three more after a look: $(told silence)"
  for _ in 1 2 3; do job '\a'; done
  echo "three bells: $(told bell)"
  server new-session -d -t one -s two
  for _ in 1 2 3; do job '\a'; done
  echo "three bells beside a second session: $(told bell)"
)
echo "$seen"
[ "$seen" = "tmux 3.3a
silence of three jobs: 1
three more after a look: 1
three bells: 3
three bells beside a second session: 6" ]
