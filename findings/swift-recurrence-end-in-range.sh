#!/usr/bin/env bash
# Swift 6.3.1's Foundation: a rule "three times" never ends, if it is asked for the times of a later range.
#
# Expected of RecurrenceRule(..., frequency: .daily, end: .afterOccurrences(3)) from 1 January and of recurrences(of:
# start, in: range): the times that lie in the range, of the three on 1, 2 and 3 January; in a range from the 3rd one,
# from the 10th none. Seen in Swift 6.3.1 for Linux: the range changes where the counting begins. From the 3rd it is 3,
# 4 and 5 January, from the 10th 10, 11 and 12, each time three; without a range it is right. An end by date is right in
# any range, and so is the interval: every third day stays with the start. A calendar that shows one month, or a
# program that asks after each start for what is next, repeats for ever; it has to ask without a range and to leave out
# what is too early.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

swiftc --version 2>/dev/null | grep -q 'version 6\.3\.1 ' || { echo "missing: Swift 6.3.1" >&2; exit 1; }
cat >"$folder/rule.swift" <<'SWIFT'
import Foundation

var calendar = Calendar(identifier: .gregorian)
calendar.timeZone = .gmt
func january(_ day: Int) -> Date {
  calendar.date(from: DateComponents(year: 2027, month: 1, day: day))!
}
func rule(_ end: Calendar.RecurrenceRule.End, interval: Int = 1) -> Calendar.RecurrenceRule {
  Calendar.RecurrenceRule(calendar: calendar, frequency: .daily, interval: interval, end: end)
}
func days(_ dates: some Sequence<Date>) -> String {
  let days = dates.map { String(calendar.component(.day, from: $0)) }
  return days.isEmpty ? "none" : days.joined(separator: " ")
}
let start = january(1)
print("three times:", days(rule(.afterOccurrences(3)).recurrences(of: start)))
for day in [3, 10] {
  let range = january(day)..<january(20)
  print(
    "from \(day) January:", days(rule(.afterOccurrences(3)).recurrences(of: start, in: range)) + ";",
    "until 3 January:", days(rule(.afterDate(january(3))).recurrences(of: start, in: range)) + ";",
    "every third day:", days(rule(.never, interval: 3).recurrences(of: start, in: range)))
}
SWIFT
nice swiftc -o "$folder/rule" "$folder/rule.swift"
seen=$("$folder/rule")
echo "$seen"
[ "$seen" = "three times: 1 2 3
from 3 January: 3 4 5; until 3 January: 3; every third day: 4 7 10 13 16 19
from 10 January: 10 11 12; until 3 January: none; every third day: 10 13 16 19" ]
