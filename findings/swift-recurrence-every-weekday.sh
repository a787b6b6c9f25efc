#!/usr/bin/env bash
# Swift 6.3.1's Foundation: "every Friday" in a monthly rule is the first Friday, "the last workday" one of the first.
#
# Expected of a RecurrenceRule with frequency .monthly and weekdays [.every(.friday)], as of FREQ=MONTHLY;BYDAY=FR in
# RFC 5545, which the type follows: all Fridays of each month; with setPositions [-1] the last of them, with [2] the
# second. Seen in Swift 6.3.1 for Linux: each weekday counts once, at the first place in the month that has it. All
# Fridays are the first ones, the last is the first, the second is none at all, and the last of Monday to Friday, the
# usual way to say "the last workday", is Thursday 7 January, the fifth workday. A yearly rule has one Friday in a
# year. No error is told, and weekly rules are right, as is .nth(-1, .friday). So a reminder for the end of the month
# comes at its beginning; a rule from a calendar file has to be turned into .nth, or to be reckoned in another way.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

swiftc --version 2>/dev/null | grep -q 'version 6\.3\.1 ' || { echo "missing: Swift 6.3.1" >&2; exit 1; }
cat >"$folder/rule.swift" <<'SWIFT'
import Foundation

var calendar = Calendar(identifier: .gregorian)
calendar.timeZone = .gmt
let start = calendar.date(from: DateComponents(year: 2027, month: 1, day: 1))!
let workdays: [Calendar.RecurrenceRule.Weekday] = [
  .every(.monday), .every(.tuesday), .every(.wednesday), .every(.thursday), .every(.friday),
]
func show(
  _ name: String, _ frequency: Calendar.RecurrenceRule.Frequency, _ weekdays: [Calendar.RecurrenceRule.Weekday],
  positions: [Int] = []
) {
  var rule = Calendar.RecurrenceRule(calendar: calendar, frequency: frequency)
  rule.weekdays = weekdays
  rule.setPositions = positions
  let dates = rule.recurrences(of: start, in: start..<start.addingTimeInterval(800 * 86400)).prefix(4).map {
    $0.formatted(.iso8601.year().month().day())
  }
  print("\(name):", dates.isEmpty ? "none" : dates.joined(separator: " "))
}
show("weekly, every Friday", .weekly, [.every(.friday)])
show("monthly, last Friday by .nth", .monthly, [.nth(-1, .friday)])
show("monthly, every Friday", .monthly, [.every(.friday)])
show("monthly, last of every Friday", .monthly, [.every(.friday)], positions: [-1])
show("monthly, second of every Friday", .monthly, [.every(.friday)], positions: [2])
show("monthly, last of the workdays", .monthly, workdays, positions: [-1])
show("yearly, every Friday", .yearly, [.every(.friday)])
SWIFT
nice swiftc -o "$folder/rule" "$folder/rule.swift"
seen=$("$folder/rule")
echo "$seen"
[ "$seen" = "weekly, every Friday: 2027-01-01 2027-01-08 2027-01-15 2027-01-22
monthly, last Friday by .nth: 2027-01-29 2027-02-26 2027-03-26 2027-04-30
monthly, every Friday: 2027-01-01 2027-02-05 2027-03-05 2027-04-02
monthly, last of every Friday: 2027-01-01 2027-02-05 2027-03-05 2027-04-02
monthly, second of every Friday: none
monthly, last of the workdays: 2027-01-07 2027-02-05 2027-03-05 2027-04-07
yearly, every Friday: 2027-01-01 2028-01-07 2029-01-05" ]
