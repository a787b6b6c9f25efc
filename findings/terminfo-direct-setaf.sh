#!/usr/bin/env bash
# ncurses-term 6.4: of a terminal with 16 million colours "tput setaf 196" is a dark blue, and "setaf 9" black.
#
# Expected of "tput setaf 196" where "tput colors" says 256 or more: the red that is colour 196 of the table, as
# programs take it that ask for 256 colours before they use them. Seen with ncurses-term 6.4 (Debian 12): xterm-direct,
# kitty-direct, vte-direct and their like have 16777216 colours, and setaf takes red, green and blue in one number, but
# for 0 to 7, which are those of the table. So 196 is a blue, 9 to 15, the bright colours, are nearly black, and a red
# error is dark on dark with success. How many are of the table differs: 16 in xterm-direct16, 256 in xterm-direct256,
# all with the same number of colours. The extended capability CO names them, but vte-direct, konsole-direct and
# alacritty-direct have 8 without it. RGB tells that a number is a colour: where an entry has it, take only 0 to 7 from
# the table, and write others as red, green and blue, but for the few darkest blues, whose number is below that of CO.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

for package in ncurses-term=6.4-4 ncurses-bin=6.4-4; do
  (cd "$folder" && apt-get download "$package" >/dev/null 2>&1 && dpkg-deb -x "${package%%=*}"_*.deb root) ||
    { echo "cannot download $package" >&2; exit 1; }
done
export TERMINFO=$folder/root/usr/share/terminfo

# What an entry has for some colours: 'colors TERM'.
colors() {
  printf '%s:' "$1"
  printf ' %s' "$("$folder/root/usr/bin/tput" -T "$1" colors)"
  for number in 1 9 196 16711680; do
    printf ', %s' "$("$folder/root/usr/bin/tput" -T "$1" setaf $number | sed 's/\x1b\[/CSI /')"
  done
  echo ";$("$folder/root/usr/bin/infocmp" -x1 "$1" | sed -nE 's/^\t(RGB|CO#.*),/ \1/p' | tr -d '\n')"
}
seen=$(for term in xterm-256color xterm-direct xterm-direct16 xterm-direct256 kitty-direct vte-direct konsole-direct \
  alacritty-direct; do
  colors $term
done)
echo "$seen"
[ "$seen" = "xterm-256color: 256, CSI 31m, CSI 91m, CSI 38;5;196m, CSI 38;5;16711680m;
xterm-direct: 16777216, CSI 31m, CSI 38:2::0:0:9m, CSI 38:2::0:0:196m, CSI 38:2::255:0:0m; RGB CO#8
xterm-direct16: 16777216, CSI 31m, CSI 91m, CSI 38:2::0:0:196m, CSI 38:2::255:0:0m; RGB CO#16
xterm-direct256: 16777216, CSI 31m, CSI 91m, CSI 38;5;196m, CSI 38:2::255:0:0m; RGB CO#0x100
kitty-direct: 16777216, CSI 31m, CSI 38:2:0:0:9m, CSI 38:2:0:0:196m, CSI 38:2:255:0:0m; RGB CO#8
vte-direct: 16777216, CSI 31m, CSI 38;2;0;0;9m, CSI 38;2;0;0;196m, CSI 38;2;255;0;0m; RGB
konsole-direct: 16777216, CSI 31m, CSI 38;2;0;0;9m, CSI 38;2;0;0;196m, CSI 38;2;255;0;0m; RGB
alacritty-direct: 16777216, CSI 31m, CSI 38;2;0;0;9m, CSI 38;2;0;0;196m, CSI 38;2;255;0;0m; RGB" ]
