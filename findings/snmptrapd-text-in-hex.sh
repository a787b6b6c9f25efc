#!/usr/bin/env bash
# snmptrapd 5.9.3: one letter beyond ASCII turns the text of a trap into hex digits in quotes, in lines of 16 bytes.
#
# Expected of "traphandle default PROGRAM", which hands a trap to a program as one line for each variable, its name and
# its value: a text is the text, also with "ü" or "°" in it, or what is not printable is marked. Seen in 5.9.3 (Debian
# 12): one such letter, and the whole text is written as its bytes in hex digits, in quotes like any text; a sender that
# writes those digits as its text gives the same line. After 16 bytes there is a new line, in the middle of the value,
# and so there is after a line feed of a text, so that "one line for each variable" is not true for these; a backslash
# and a quote have a backslash before them, a line feed has none. The log says Hex-STRING, the handler has no such word.
# With -Oa the letters are dots. With -Ox each text is in hex, which a program can turn back: it joins the lines up to
# the closing quote, and takes the digits for bytes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

version=5.9.3+dfsg-2+deb12u1
for package in snmptrapd=$version snmp=$version libsnmp40=$version libnetsnmptrapd40=$version libwrap0=7.6.q-32 \
  libpci3 libmariadb3; do
  (cd "$folder" && apt-get download "$package" >/dev/null 2>&1 && dpkg-deb -x "${package%%=*}"_*.deb root) ||
    { echo "cannot download $package" >&2; exit 1; }
done
cat >"$folder/trap.py" <<'PYTHON'
import os
import subprocess
import sys
import time

os.chdir(sys.argv[1])
folder = os.getcwd()
settings = {"LD_LIBRARY_PATH": folder + "/root/usr/lib/x86_64-linux-gnu", "MIBS": "", "SNMPCONFPATH": folder,
            "SNMP_PERSISTENT_DIR": folder + "/state", "PATH": os.environ["PATH"]}
os.mkdir("state")
with open("handler", "w") as file:
    file.write("#!/bin/sh\ncat >%s/part\nmv %s/part %s/trap\n" % (folder, folder, folder))
os.chmod("handler", 0o755)
with open("settings", "w") as file:
    file.write(f"disableAuthorization yes\ntraphandle default {folder}/handler\n")
NAME = "iso.3.6.1.4.1.8072.2.3.2.1"


def told(address, text):
    """What the handler has from the variable on."""
    if os.path.exists("trap"):
        os.remove("trap")
    end = time.monotonic() + 20
    while not os.path.exists("trap"):
        if time.monotonic() > end:
            sys.exit("no trap in 20 seconds")
        subprocess.run(["root/usr/bin/snmptrap", "-v", "2c", "-c", "public", address, "1", "1.3.6.1.4.1.8072.2.3.0.1",
                        NAME.replace("iso", "1"), "s", text], env=settings, stderr=subprocess.DEVNULL)
        time.sleep(0.3)
    with open("trap") as file:
        return file.read().split(NAME + " ")[1].rstrip("\n")


for options in [], ["-Oa"], ["-Ox"]:
    address = f"unix:{folder}/socket{len(options)}{''.join(options)}"
    server = subprocess.Popen(
        ["root/usr/sbin/snmptrapd", "-f", "-C", "-c", "settings", "-Lf", "log", *options, address],
        env=settings, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        for text in ["disk full", "Büro", "42 C3 BC 72 6F ", "90 °C at rack 4 of db1", "on\ndb1", 'a "b" \\ c']:
            print(*options, repr(text) + ":", told(address, text).replace("\n", " | "))
    finally:
        server.terminate()
        server.wait()
PYTHON
seen=$(PYTHONIOENCODING=utf-8 timeout 120 python3 -X utf8 "$folder/trap.py" "$folder")
echo "$seen"
expected=$(cat <<'TEXT'
'disk full': "disk full"
'Büro': "42 C3 BC 72 6F "
'42 C3 BC 72 6F ': "42 C3 BC 72 6F "
'90 °C at rack 4 of db1': "39 30 20 C2 B0 43 20 61 74 20 72 61 63 6B 20 34  | 20 6F 66 20 64 62 31 "
'on\ndb1': "on | db1"
'a "b" \\ c': "a \"b\" \\ c"
-Oa 'disk full': "disk full"
-Oa 'Büro': "B..ro"
-Oa '42 C3 BC 72 6F ': "42 C3 BC 72 6F "
-Oa '90 °C at rack 4 of db1': "90 ..C at rack 4 of db1"
-Oa 'on\ndb1': "on | db1"
-Oa 'a "b" \\ c': "a \"b\" \\ c"
-Ox 'disk full': "64 69 73 6B 20 66 75 6C 6C "
-Ox 'Büro': "42 C3 BC 72 6F "
-Ox '42 C3 BC 72 6F ': "34 32 20 43 33 20 42 43 20 37 32 20 36 46 20 "
-Ox '90 °C at rack 4 of db1': "39 30 20 C2 B0 43 20 61 74 20 72 61 63 6B 20 34  | 20 6F 66 20 64 62 31 "
-Ox 'on\ndb1': "6F 6E 0A 64 62 31 "
-Ox 'a "b" \\ c': "61 20 22 62 22 20 5C 20 63 "
TEXT
)
[ "$seen" = "$expected" ]
