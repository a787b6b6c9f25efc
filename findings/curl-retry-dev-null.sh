#!/usr/bin/env bash
# curl 7.88.1: --retry with "-o /dev/null" ends with an error instead of trying again.
#
# Expected of 'curl -s -o /dev/null --retry 3 -d "text" ...', the usual way of a script that wants no answer, when the
# server sends 503 with a page and 200 then: it tries again. Seen in 7.88.1 (Debian 12): curl cuts the output
# file before it tries again, /dev/null cannot be cut, and it ends with exit status 23 ("Failed to truncate file")
# after the first request; so the server's short restart loses the notification, and the status points to a full
# disk. Without a body in the answer, with -f, with the output redirected ("> /dev/null") or with a plain file it tries
# again. On a pipe or terminal the pages of all tries stand one behind the other.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

for package in curl libcurl4; do
  (cd "$folder" && apt-get download "$package=7.88.1-10+deb12u15" >/dev/null 2>&1 &&
    dpkg-deb -x "$package"_*.deb root) ||
    { echo "cannot download $package 7.88.1-10+deb12u15" >&2; exit 1; }
done
cat >"$folder/send.py" <<'PYTHON'
import http.server
import os
import subprocess
import sys
import threading

program, library, folder = sys.argv[1:]
answers = []


class Server(http.server.BaseHTTPRequestHandler):
    """Answers the first request of a run with 503 and the others with 200."""
    def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        page = b"" if self.path == "/no-page" else b"fine," if answers else b"busy,"
        self.send_response(200 if answers else 503)
        answers.append("200" if answers else "503")
        self.send_header("Content-Length", str(len(page)))
        self.end_headers()
        self.wfile.write(page)

    def log_message(self, *arguments):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Server)
threading.Thread(target=server.serve_forever, daemon=True).start()
os.chdir(folder)


def send(*options, path="", output=subprocess.PIPE):
    address = f"http://127.0.0.1:{server.server_address[1]}/{path}"
    done = subprocess.run(
        [program, "--silent", "--disable", "--noproxy", "*", "--retry", "1", "--retry-delay", "1", "-d", "text",
         *options, address], timeout=30, env=os.environ | {"LD_LIBRARY_PATH": library}, stdout=output)
    name = " ".join([*options, path]).strip() or ("no option" if output == subprocess.PIPE else "> /dev/null")
    print(f"{name}: {'+'.join(answers)}, status {done.returncode}, {(done.stdout or b'').decode() or 'no output'}")
    answers.clear()


send("-o", "/dev/null")
send("-o", "/dev/null", path="no-page")
send("-f", "-o", "/dev/null")
send("-o", "answer")
send()
with open("/dev/null", "wb") as null:
    send(output=null)
PYTHON
library=$(find "$folder/root" -name 'libcurl.so.4' -printf '%h')
seen=$(LD_LIBRARY_PATH=$library "$folder/root/usr/bin/curl" --version | head -n 1 | cut -d ' ' -f 1-2
  timeout 100 python3 "$folder/send.py" "$folder/root/usr/bin/curl" "$library" "$folder")
echo "$seen"
[ "$seen" = "curl 7.88.1
-o /dev/null: 503, status 23, no output
-o /dev/null no-page: 503+200, status 0, no output
-f -o /dev/null: 503+200, status 0, no output
-o answer: 503+200, status 0, no output
no option: 503+200, status 0, busy,fine,
> /dev/null: 503+200, status 0, no output" ]
