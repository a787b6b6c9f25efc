#!/usr/bin/env bash
# Swift 6.3.1's Foundation: ISO 8601 with 30 February, 25:61:61 or words behind it is read with success.
#
# Expected of Date(text, strategy: .iso8601), of JSONDecoder with .iso8601 and of ISO8601DateFormatter: a day or a time
# that there is not is an error, as the thirteenth month is, and so is text behind the end, as the form is fixed. Seen
# in Swift 6.3.1 for Linux: 30 February is 2 March in all three; 25:61:61 is 2:02:01 of the next day for the first two,
# and the formatter refuses it; and all three leave out what stands behind the zone. A fraction of a second is read
# by the two and refused by the formatter. So a typing error in a snooze or in the time of a push moves it by days
# instead of being told, and which times are valid depends on the one of three parsers that a part happens to use.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

swiftc --version 2>/dev/null | grep -q 'version 6\.3\.1 ' || { echo "missing: Swift 6.3.1" >&2; exit 1; }
cat >"$folder/parse.swift" <<'SWIFT'
import Foundation

let decoder = JSONDecoder()
decoder.dateDecodingStrategy = .iso8601

func shown(_ date: Date?) -> String {
  guard let date else { return "refused" }
  let seconds = date.timeIntervalSince1970
  return date.formatted(.iso8601) + (seconds == seconds.rounded() ? "" : " and a fraction")
}

for text in [
  "2027-02-28T10:00:00Z", "2027-02-30T10:00:00Z", "2027-02-28T25:61:61Z", "2027-13-01T10:00:00Z",
  "2027-02-28T10:00:00.750Z", "2027-02-28T10:00:00Z or later",
] {
  print(
    "\(text):", shown(try? Date(text, strategy: .iso8601)) + ",",
    shown(try? decoder.decode([Date].self, from: Data("[\"\(text)\"]".utf8)).first) + ",",
    shown(ISO8601DateFormatter().date(from: text)))
}
SWIFT
nice swiftc -o "$folder/parse" "$folder/parse.swift"
seen=$("$folder/parse")
echo "$seen"
right=2027-02-28T10:00:00Z
[ "$seen" = "$right: $right, $right, $right
2027-02-30T10:00:00Z: 2027-03-02T10:00:00Z, 2027-03-02T10:00:00Z, 2027-03-02T10:00:00Z
2027-02-28T25:61:61Z: 2027-03-01T02:02:01Z, 2027-03-01T02:02:01Z, refused
2027-13-01T10:00:00Z: refused, refused, refused
2027-02-28T10:00:00.750Z: $right and a fraction, $right and a fraction, refused
$right or later: $right, $right, $right" ]
