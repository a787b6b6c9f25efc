#!/usr/bin/env bash
# curl 7.88.1: what is uploaded from standard input is sent empty by --retry, with success.
#
# Expected of 'COMMAND | curl -T - --retry 3 ...', when the server answers 503 first and 200 then: the same body is sent
# again, or curl says that it cannot, by its error 65, as it does where -L follows a redirect with such a body. Seen
# in 7.88.1 (Debian 12): the second request has an empty body, its 200 counts, and the exit status is 0; likewise
# with "-T .", with "-T /dev/stdin" for a pipe, and with "-T -" for a plain file on standard input. -d @- keeps
# what it has read and sends it again, and "-T FILE" reads the file anew. The manual page has no word of it at --retry
# or -T. A push piped into a server that restarts arrives as an empty notification, and nobody is told.
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

program, library, file = sys.argv[1:]
bodies = []


class Server(http.server.BaseHTTPRequestHandler):
    """Answers every first request with 503, or with a redirect, and every second one with 200."""
    protocol_version = "HTTP/1.1"

    def do_PUT(self):
        if "Content-Length" in self.headers:
            body = self.rfile.read(int(self.headers["Content-Length"]))
        else:
            body = b""
            while size := int(self.rfile.readline(), 16):
                body += self.rfile.read(size)
                self.rfile.readline()
            self.rfile.readline()
        bodies.append(body.decode())
        again = len(bodies) % 2 == 1
        self.send_response((308 if self.path == "/moved" else 503) if again else 200)
        if again and self.path == "/moved":
            self.send_header("Location", "/")
        self.send_header("Content-Length", "0")
        self.end_headers()

    do_POST = do_PUT

    def log_message(self, *arguments):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Server)
threading.Thread(target=server.serve_forever, daemon=True).start()


def send(*options, path="", **input):
    address = f"http://127.0.0.1:{server.server_address[1]}/{path}"
    done = subprocess.run(
        [program, "--silent", "--disable", "--noproxy", "*", "--retry", "1", "--retry-delay", "1", *options, address],
        timeout=30, env=os.environ | {"LD_LIBRARY_PATH": library}, **(input or {"input": b"disk full"}))
    print(*options, *([path] if path else []), "of a file:" if input else "of a pipe:",
          *(body or "nothing" for body in bodies), f"status {done.returncode}")
    bodies.clear()


send("-T", "-")
send("-T", ".")
send("-T", "/dev/stdin")
with open(file) as input:
    send("-T", "-", stdin=input)
send("-L", "-T", "-", path="moved")
send("-d", "@-")
os.chdir(os.path.dirname(file))
send("-T", os.path.basename(file))
PYTHON
printf 'disk full' >"$folder/text"
library=$(find "$folder/root" -name 'libcurl.so.4' -printf '%h')
seen=$(LD_LIBRARY_PATH=$library "$folder/root/usr/bin/curl" --version | head -n 1 | cut -d ' ' -f 1-2
  timeout 100 python3 "$folder/send.py" "$folder/root/usr/bin/curl" "$library" "$folder/text")
echo "$seen"
[ "$seen" = "curl 7.88.1
-T - of a pipe: disk full nothing status 0
-T . of a pipe: disk full nothing status 0
-T /dev/stdin of a pipe: disk full nothing status 0
-T - of a file: disk full nothing status 0
-L -T - moved of a pipe: disk full status 65
-d @- of a pipe: disk full disk full status 0
-T text of a pipe: disk full disk full status 0" ]
