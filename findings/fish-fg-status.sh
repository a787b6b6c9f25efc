#!/usr/bin/env bash
# fish 3.6.0: a job that fails after it was stopped, and brought back by fg, has status 0, and so has the stop.
#
# Expected of "fg; and git push" and of $status behind fg, as in bash: the status of the job that came to its end, 3
# here; and 148 (128 and the number of the signal) when Control-Z stops it. Seen in 3.6.0 (Debian 12): 0 both times,
# also for a job that was started with "&" and brought to the front. Without a stop it is 3. So "make && deploy", when
# make is stopped for a moment, goes on to deploy at once, with nothing made; what reports the end of a long
# command, by fish_postexec or in the prompt, says that it went well. Only the program itself, or a file that
# it writes at its end, can tell.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

version=3.6.0-3.1+deb12u1
for package in fish fish-common; do
  (cd "$folder" && apt-get download "$package=$version" >/dev/null 2>&1 && dpkg-deb -x "$package"_*.deb root) ||
    { echo "cannot download $package $version" >&2; exit 1; }
done
! ldd "$folder/root/usr/bin/fish" | grep 'not found' >&2 || { echo "missing: libraries of fish" >&2; exit 1; }
cat >"$folder/run.py" <<'PYTHON'
import os
import pty
import sys
import threading
import time

folder = sys.argv[1]
environment = {"PATH": os.environ["PATH"], "HOME": folder, "TERM": "dumb", "LC_ALL": "C.UTF-8"}
JOB = "touch started; while [ ! -e end ]; do sleep 0.1; done; exit 3"


def run(name, program, option, status):
    os.mkdir(f"{folder}/{name}")
    os.chdir(f"{folder}/{name}")
    with open("job", "w") as file:
        file.write(JOB)
    process, terminal = pty.fork()
    if process == 0:
        os.execve(program, [name, option], environment)

    def read():
        try:
            while os.read(terminal, 65536):
                pass
        except OSError:
            pass

    threading.Thread(target=read, daemon=True).start()

    def wait(file):
        """Waits for a file that is not empty, or just for one, and gives its text."""
        end = time.monotonic() + 20
        while not os.path.exists(file) or file != "started" and not os.path.getsize(file):
            if time.monotonic() > end:
                sys.exit(f"{name}: no {file}")
            time.sleep(0.05)
        with open(file) as opened:
            return opened.read().strip()

    def line(text):
        os.write(terminal, text.encode() + b"\r")

    line("echo yes >ready")
    wait("ready")
    line(f"sh job && echo on >went; echo {status} >stopped")
    wait("started")
    os.write(terminal, b"\x1a")
    stopped = wait("stopped") + (", && goes on" if os.path.exists("went") else "")
    line(f"fg; echo {status} >again")
    time.sleep(0.5)
    with open("end", "w"):
        pass
    again = wait("again")
    line(f"sh job; echo {status} >plain")
    plain = wait("plain")
    os.remove("end")
    os.remove("started")
    line("sh job &")
    wait("started")
    line(f"fg; echo {status} >front")
    time.sleep(0.5)
    with open("end", "w"):
        pass
    print(f"{name}: plain {plain}, stopped {stopped}, fg {again}, fg of one in the background {wait('front')}")
    line("exit")
    os.waitpid(process, 0)


run("bash", "/bin/bash", "--norc", "$?")
run("fish", folder + "/root/usr/bin/fish", "--no-config", "$status")
PYTHON
seen=$("$folder/root/usr/bin/fish" --version
  timeout 90 python3 "$folder/run.py" "$folder")
echo "$seen"
[ "$seen" = "fish, version 3.6.0
bash: plain 3, stopped 148, fg 3, fg of one in the background 3
fish: plain 3, stopped 0, && goes on, fg 0, fg of one in the background 0" ]
