#!/usr/bin/env bash
# watchdog 7.1.0, inotifywait 3.22.6, fswatch 1.14: a folder that was moved away is still watched, under its old path.
#
# Expected after "mv inbox/done archive", of a watch on inbox with all folders below it: "done" is gone, as all three
# say, and nothing that happens in the archive is told. Seen: each later change of archive/done/day/one is told as one
# of inbox/done/day/one, a file that is not there; and once there is a new inbox/done, a change of the old one looks
# like one of the new. The kernel's watch belongs to a folder, not to its name, and goes with it; who is told of the
# move has to drop the watches of all folders below. A program that handles such an event opens a missing file,
# or takes in another one of that name that nobody touched. watchfiles 1.3.0 tells nothing. So a path in an event is a
# hint: look there before use, and start a new watch after a folder went.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

for package in inotify-tools=3.22.6.0-4 libinotifytools0=3.22.6.0-4 fswatch=1.14.0+repack-13.1+b1; do
  (cd "$folder" && apt-get download "$package" >/dev/null 2>&1 && dpkg-deb -x "${package%%=*}"_*.deb root) ||
    { echo "cannot download $package" >&2; exit 1; }
done
LD_LIBRARY_PATH=$(find "$folder/root" -name 'lib*.so*' -printf '%h\n' | sort -u | tr '\n' ':')
export LD_LIBRARY_PATH
python3 -m pip install --quiet --disable-pip-version-check --root-user-action ignore --only-binary :all: \
  --target "$folder/packages" watchdog==7.1.0 watchfiles==1.3.0
cat >"$folder/run.py" <<'PYTHON'
import os
import subprocess
import sys
import time

folder = sys.argv[1]
WATCHDOG = """
import sys, threading
from watchdog.events import FileSystemEventHandler
from watchdog.observers import Observer
class Handler(FileSystemEventHandler):
    def on_modified(self, event):
        print(event.src_path, flush=True)
observer = Observer()
observer.schedule(Handler(), sys.argv[1], recursive=True)
observer.start()
threading.Event().wait()
"""
WATCHFILES = """
import sys, watchfiles
for changes in watchfiles.watch(sys.argv[1], debounce=100, step=50):
    for _, path in changes:
        print(path, flush=True)
"""
WATCHERS = {
    "watchdog": [sys.executable, "-c", WATCHDOG],
    "inotifywait": ["inotifywait", "-q", "-m", "-r", "--format", "%w%f"],
    "fswatch": ["fswatch", "-r"],
    "watchfiles": [sys.executable, "-c", WATCHFILES],
}


def append(path):
    with open(path, "a") as file:
        file.write("x")


def paths(log, change):
    """The files of the inbox that are told of after a change, until one of the file "mark" is told as well."""
    with open(log) as file:
        file.seek(0, 2)
        change()
        text = ""
        for _ in range(40):
            append(inbox + "/mark")
            time.sleep(0.4)
            text += file.read()
            if inbox + "/mark" in text:
                break
        else:
            sys.exit(f"{name} tells nothing")
    told = {line.removeprefix(inbox + "/") for line in text.splitlines()}
    return " ".join(sorted(path for path in told if path.endswith("/one"))) or "nothing"


for name, command in WATCHERS.items():
    inbox, archive, log = (f"{folder}/{name}/{entry}" for entry in ["inbox", "archive", "log"])
    os.makedirs(inbox + "/done/day")
    os.makedirs(archive)
    append(inbox + "/done/day/one")
    with open(log, "w") as file:
        watcher = subprocess.Popen([*command, inbox], stdout=file, stderr=subprocess.DEVNULL)
    paths(log, lambda: None)
    before = paths(log, lambda: append(inbox + "/done/day/one"))
    paths(log, lambda: os.rename(inbox + "/done", archive + "/done"))
    moved = paths(log, lambda: append(archive + "/done/day/one"))
    paths(log, lambda: os.makedirs(inbox + "/done/day"))
    beside = paths(log, lambda: append(archive + "/done/day/one"))
    print(f"{name}: before {before}, moved {moved}, beside a new folder {beside}")
    watcher.terminate()
    watcher.wait()
PYTHON
seen=$(PATH=$folder/root/usr/bin:$PATH PYTHONPATH=$folder/packages timeout 100 python3 "$folder/run.py" "$folder")
echo "$seen"
stale="before done/day/one, moved done/day/one, beside a new folder done/day/one"
[ "$seen" = "watchdog: $stale
inotifywait: $stale
fswatch: $stale
watchfiles: before done/day/one, moved nothing, beside a new folder nothing" ]
