import ArgumentParser
import Foundation
import InboxCore
import InboxText
import InboxUI

struct Snooze: ActingCommand {
  static let name = "snooze"
  static let abstract =
    "Hide messages until a time or an event; then they return to the top, unread."
  static let usage: String? = """
    bellboard snooze IDS… --until WHEN
    bellboard snooze --filter WORDS --for DURATION
    """
  static let discussion = """
    Prints how many, and until when. Days and times are local: 'tomorrow 9am', tonight, 'this \
    evening', monday, 'mon 14:00', 'next week', weekend, 17:30, '2026-12-24 18:00'; a day alone \
    means 9:00. RFC 3339 times, Unix seconds and durations are accepted too. The events are 'repeat', \
    'resolved' (by its fold key), 'next' (a message of the source), 'here' (you are back on this \
    machine) and 'on laptop' (you are on that machine of the exchange). Messages in the trash are not \
    snoozed, nor until 'resolved' those without a fold key. 'unsnooze' ends it early; \
    'list --filter is:snoozed' lists snoozed messages.
    """
  @OptionGroup var messages: ActingOptions
  @OptionGroup var moment: SnoozeOptions

  func verb(at now: Date) throws -> Verb {
    .snooze(until: try moment.end(by: TimeExpressionReader(now: now, timeZone: .current)))
  }
}

extension Verb {
  /// The end of a snooze, behind what was done: ` until Tue 2026-12-01 09:00`; empty for other verbs.
  var ending: String {
    guard case .snooze(let end) = self else { return "" }
    if case .date(let date) = end { return " until \(AbsoluteTime.text(date, in: .current))" }
    return end.words.map { " until \($0)" } ?? ""
  }
}

extension ChangeOutcome {
  /// The warning that no machine has the name that a snooze waits for; nil for none.
  func warning(of verb: Verb) -> String? {
    guard let known = knownMachines, case .snooze(.visit(let name?)) = verb else { return nil }
    let named = known.isEmpty ? name : "\(name) (known: \(known.joined(separator: ", ")))"
    return "no machine is named \(named); until one is, any screen ends the snooze".printable()
  }
}

struct Unsnooze: ActingCommand {
  static let name = "unsnooze"
  static let abstract = "End the snooze of messages now, with their status unchanged."
  static let discussion = "--filter and --all apply to snoozed messages."
  @OptionGroup var messages: ActingOptions
  func verb(at now: Date) -> Verb { .unsnooze }
  static var reach: MessageFilter { MessageFilter([.init(.phase(.snoozed))]) }
}
