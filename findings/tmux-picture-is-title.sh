#!/usr/bin/env bash
# tmux 3.3a: a picture in kitty's protocol, or the question whether there is one, becomes the title of the pane.
#
# Expected of an application program command (ESC _ ... ST), which tmux passes on only if it is wrapped: it is left
# out without a trace, as a private message (ESC ^) is. Seen in 3.3a (Debian 12): its content is the pane's new title,
# as after OSC 2, up to the base 64 of the pixels, and stands in the status line and, with set-titles, in the title of
# the window; the title that was there is lost. A program that finds out about pictures by asking, as kitty's document
# says, renames the pane of everybody who has tmux; it has to look for TMUX first, or to push the title before its
# question and to pop it behind (CSI 22 ; 2 t, CSI 23 ; 2 t), which tmux knows.
set -euo pipefail
folder=$(mktemp -d)
trap 'tmux -S "$folder/socket" kill-server 2>/dev/null || true; rm -rf "$folder"' EXIT

(cd "$folder" && apt-get download tmux=3.3a-3 >/dev/null 2>&1 && dpkg-deb -x tmux_*.deb tmux) ||
  { echo "cannot download tmux 3.3a-3" >&2; exit 1; }
PATH=$folder/tmux/usr/bin:$PATH
server() { tmux -S "$folder/socket" -f /dev/null "$@"; }
server new-session -d -x 80 -y 10 "sleep 100"

# Prints the title of a pane whose program has set "my job" and then written a sequence: 'title SEQUENCE'.
title() {
  printf '%b' '\033]2;my job\033\\' "$1" >"$folder/text"
  server respawn-pane -k "cat $folder/text; tmux -S $folder/socket wait-for -S written; sleep 100"
  server wait-for written
  server display-message -p '#{pane_title}'
}
seen="$(tmux -V)
private message: $(title '\033^private message\033\\')
question: $(title '\033_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\033\\')
pushed, asked and popped: $(title '\033[22;2t\033_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\033\\\033[23;2t')
picture: $(title '\033_Gf=24,s=1,v=2,a=T;QUJDREVG\033\\')"
echo "$seen"
[ "$seen" = "tmux 3.3a
private message: my job
question: Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA
pushed, asked and popped: my job
picture: Gf=24,s=1,v=2,a=T;QUJDREVG" ]
