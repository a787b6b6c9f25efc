# What each line of a session may use. It is run in the home.
cd "$BELLBOARD_HOME"

# Pushes so many messages.
fill() { for n in $(seq $1); do bellboard push "message $n" --id m$n; done >/dev/null; }

# A list by its format.
list() { bellboard list --format "$@"; }

# Makes an opener that notes its arguments, a line for each time.
opener() {
  printf '#!/bin/sh\n{ printf "%%s|" $# "$@"; echo; } >> "%s"\n' "$PWD/opened" > opener
  chmod +x opener
}

# What was opened, once it was so often.
opened() { until [ $(wc -l < opened) = $1 ]; do sleep 0.01; done; cat opened; }

# Whether the only unread message is as if nobody had tried to open it.
untouched() { [ $(bellboard count) = 1 ] && ! bellboard stats --json | grep -q '"opened":'; }

# Waits until a line of shell succeeds.
await() {
  for n in $(seq 600); do eval "$@" >/dev/null 2>&1 && return; sleep 0.1; done
  echo "no $*"; false
}

# Writes the configuration of a daemon, below where it listens.
configure() { { echo 'http.listen = ["127.0.0.1:0"]'; cat; } > config.toml; }

# Starts a daemon behind a line of shell, until it tells its state, or listens.
begin() {
  [ -e config.toml ] || configure < /dev/null
  rm -f ended
  (eval "$1"; bellboardd >/dev/null 2>>log; echo $? > ended) < /dev/null &
  await '[ -e daemon.json ]'
}
start() { begin "$1"; await '[ -n "$(url)" ]'; }

# Ends it; its exit status.
stop() { kill $(cat daemon.lock); await '[ -s ended ]'; cat ended; }
slay() { kill -KILL $(cat daemon.lock); await '[ -s ended ]'; cat ended; }

# Ends what a session has left.
finish() {
  for at in tmux*; do [ ! -S "$at" ] || on kill-server; done
  case "$(readlink "/proc/$(cat daemon.lock 2>/dev/null)/exe")" in *bellboardd) stop ;; esac
}

url() {
  sed -n 's/.*"detail":"\(http[^"]*\)"[^{}]*"name":"http".*/\1/p' daemon.json 2>/dev/null
}

# Sends a request to it; the lines of the answer and the status, or the status alone.
ask() {
  place="$(url)$1"; shift
  curl -qsS --noproxy '*' -m 30 -w '\n%{http_code}\n' "$place" "$@" | sed '/^$/d'
}
code() {
  place="$(url)$1"; shift
  curl -qsS --noproxy '*' -m 30 -o /dev/null -w '%{http_code}\n' "$place" "$@"
}

# What is told of a source, once that has a word in it.
source() {
  await "bellboard sources | grep -E '^$1 .*$2'"
  bellboard sources | grep "^$1 " | tr -s ' '
}

# Configurations: small limits of files, a token, a certificate for localhost, web hooks.
attachments() {
  printf '[attachments]\nmax_file_size = "400 KiB"\nmax_total_size = "600 KiB"\n' | configure
}
guard() {
  echo tk_9f2c8e1d7b6a > tokens; chmod 600 tokens; echo "http.token_file = '$PWD/tokens'" | configure
}
certify() {
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 \
    -subj /CN=localhost -addext subjectAltName=DNS:localhost -keyout key.pem -out cert.pem 2>/dev/null
  chmod 600 key.pem
  printf "http.certificate = '$PWD/cert.pem'\nhttp.key = '$PWD/key.pem'\n" | configure
}
doors() {
  echo "It's a Secret to Everybody" > secret; echo a-token-of-eight > tokens
  chmod 600 secret tokens
  configure <<END
http.token_file = '$PWD/tokens'
[[webhook]]
template = 'github'
secret_file = '$PWD/secret'
[[webhook]]
name = 'grafana'
template = 'grafana'
[[webhook]]
template = 'gotify'
[[webhook]]
template = 'pagerduty'
secret_file = '$PWD/secret'
[[webhook]]
name = 'ci'
path = '/hooks/own'
[webhook.fields]
title = '{/job} {/state?ok=passed,failed}'
END
}

# The file of the newest message.
attached() { bellboard list --jsonl -n 1 | sed -n 's/.*"path":"\([^"]*\)".*/\1/p'; }

# A program of shell lines, and the table of the configuration that has it run, with further settings.
tool() { { echo '#!/bin/sh'; cat; } > $1; chmod +x $1; }
table() { echo '[[command]]'; echo "command = ['$PWD/$1']"; shift; printf '%s\n' "$@"; }

# A terminal that tmux emulates, with a shell; `at` names another one than the first.
on() { tmux -S "$PWD/${at:-tmux}" -f /dev/null "$@"; }
terminal() {
  HOME=$PWD PS1='ready> ' LC_ALL=C.UTF-8 SHELL=/bin/sh TERM=xterm-256color on start-server \; \
    set -g status off \; set -g default-terminal screen-256color \; \
    new-session -d -x ${columns:-80} -y 24 /bin/sh
  prompt
}

# Waits until it shows these texts, and none of those behind `--`; else prints what it shows.
see() {
  for n in $(seq 600); do shows "$@" && return; sleep 0.1; done
  cat seen; false
}
shows() {
  on capture-pane -p > seen
  wanted=0
  for text; do
    if [ "$text" = -- ]; then wanted=1; continue; fi
    grep -qF -- "$text" seen; [ $? = $wanted ] || return 1
  done
}

# Waits until the shell is ready for a command line.
prompt() {
  await 'on capture-pane -p > seen; [ "$(grep -v "^ *$" seen | tail -n 1)" = "ready>" ]'
}

# Presses keys by the names of tmux, not before a person could have seen the screen; types a text.
press() { sleep 0.3; on send-keys "$@"; }
write() { on send-keys -l -- "$1"; }

# The screen of a command line, once it shows these texts and its last line.
screen() {
  terminal; write "bellboard $1"; on send-keys Enter; shift
  see "$@" -- 'ready>' && await 'on capture-pane -p | sed -n 24p | grep .'
}

# Closes the terminal.
leave() { on kill-server; await '! on list-sessions'; }

# A program beside the others that notes its arguments, then its input, in `NAME.notes`.
noting() { tool $1 <<END
{ printf '%s|' \$# "\$@"; cat; } >> $PWD/$1.notes
END
}

# The screen of a wide terminal that finds such programs, and has these variables.
tooled() { export PATH="$PWD:$PATH" "$@"; columns=100 screen '' "$title"; }

# Asks in the background; the answer goes to `answer`, the exit status to `asked`.
asking() {
  rm -f answer asked
  (bellboard ask "${question:-Deploy?}" "$@" > answer; echo $? > asked) &
  await 'list "{title}" -f is:asking | grep .'
}
asked() { await '[ -s asked ]'; cat answer asked; }

# Follows something in the background, its lines in `lines`; waits for so many of them.
following() { ("$@" > lines; echo $? > followed) & await '[ -e lines ]'; }
lines() { await "[ \$(wc -l < lines) -ge $1 ]"; cat lines; }
