import Foundation
import InboxCore
import InboxText
import InboxUI

/// Formats a whole message as plain text, as `show` prints it.
struct MessageSheet {
  var message: Message
  /// The time that ages are relative to.
  var now: Date
  /// The time zone for local times; nil for RFC 3339 in UTC.
  var zone: TimeZone?

  /// The title, the fields that are set, and the body.
  var text: String {
    let head = [message.title, message.subtitle].compactMap(\.self).map {
      $0.printable(keepingGraphemes: true)
    }
    let fields = rows.map { row in
      row.name.padding(toLength: 12, withPad: " ", startingAt: 0)
        + row.value.printable(keepingGraphemes: true)
    }
    let body =
      message.body.map { ["", $0.printable(keepingNewlines: true, keepingGraphemes: true)] } ?? []
    return (head + fields + custom + body + earlier).joined(separator: "\n")
  }

  private var custom: [String] {
    let fields = message.ownFields.filter { $0.name != "conversion tags" }
    return fields.isEmpty ? [] : ["custom:"] + Self.lines(of: fields, indent: 2)
  }

  /// Formats names and values; continuation lines of a value are aligned with its first.
  private static func lines(
    of fields: [(name: String, value: JSONValue)], indent: Int
  ) -> [String] {
    FieldLine.lines(of: fields).flatMap { line -> [String] in
      let left = String(repeating: " ", count: indent + 2 * line.depth)
      let name = line.name.printable(keepingGraphemes: true)
      guard let text = line.text else { return [left + name] }
      let column = max(12 - left.count, name.count + 2)
      let head = left + name.padding(toLength: column, withPad: " ", startingAt: 0)
      let lines = text.printable(keepingNewlines: true, keepingGraphemes: true)
        .split(separator: "\n", omittingEmptySubsequences: false)
      return lines.enumerated().map { index, line in
        (index == 0 ? head : String(repeating: " ", count: head.count)) + line
      }
    }
  }

  /// The earlier occurrences, newest first, with time and text.
  private var earlier: [String] {
    guard !message.earlier.isEmpty else { return [] }
    return ["", "earlier:"]
      + message.earlier.grouped.flatMap { group -> [String] in
        let count = group.count > 1 ? " ×\(group.count)" : ""
        return lines(of: group.latest, at: "  \(moment(group.latest.date))\(count)  ")
      }
  }

  private func lines(of occurrence: Occurrence, at time: String) -> [String] {
    let title = occurrence.title?.printable(keepingGraphemes: true) ?? ""
    guard !occurrence.isRepeated(by: message) else { return [time + title] }
    let texts = [occurrence.subtitle, occurrence.body].compactMap(\.self).flatMap { text in
      text.printable(keepingNewlines: true, keepingGraphemes: true).split(separator: "\n")
        .map { "    \($0)" }
    }
    return [time + title] + texts + Self.lines(of: occurrence.ownFields, indent: 4)
  }

  private var rows: [(name: String, value: String)] {
    // When and where it was read, deleted or done.
    let handling = message.handling.map { moment($0.date) + ($0.machine.map { " on \($0)" } ?? "") }
    let isDone = handling != nil && message.doneAt != nil && message.status != .deleted
    let all: [(String, String?)] = [
      ("number", "\(message.number)"),
      ("id", message.id),
      ("source", message.source),
      ("status", message.status.name + (message.isPinned ? ", pinned" : "")),
      ("sent", message.sentAt.map(moment)),
      ("received", moment(message.receivedAt)),
      ("starts", message.startsAt.map(moment)),
      ("expires", message.expiresAt.map(moment)),
      (
        (message.snoozedUntil ?? .distantFuture) > now ? "snoozed" : "returned",
        (message.snoozedFor?.words).map { "until \($0)" } ?? message.snoozedUntil.map(moment)
      ), ("done", isDone ? handling : message.doneAt.map(moment)),
      ("opened", message.openedAt.map(moment)), (message.status.name, isDone ? nil : handling),
      ("priority", message.priority == .default ? nil : message.priority.name),
      ("categories", list(message.categories)),
      ("thread", message.thread),
      ("tags", list(message.tags)),
      ("progress", message.progress.map { "\($0) %" }),
      ("came", occurrences),
      ("resolved", message.resolvedAt.map(moment)),
      ("fold", message.fold),
      ("rules", list(message.rules)),
      ("arrived on", message.machine),
      ("answer", answer),
      ("opens", message.tap.target),
      ("sound", message.sound),
      ("badge", message.badge.map(String.init)),
      ("delivery", delivery),
      ("partial", message.isPartial ? "only the push's share of it is here" : nil),
      ("conversions", list(message.conversionTags)),
    ]
    let actions = message.actions.map { action in
      let target = action.url ?? message.clientAction(of: action)?.detail
      let id = message.name(of: action) == action.label ? "" : " (id '\(action.id)')"
      return ("action", action.label + id + (target.map { " → \($0)" } ?? ""))
    }
    let outcomes = message.actionOutcomes.sorted { $0.key < $1.key }.map { name, outcome in
      ("outcome", "\(name): \(outcome)")
    }
    let files = message.attachments.map { file in
      ("file", [file.name, file.url].compactMap(\.self).joined(separator: " → "))
    }
    return all.compactMap { name, value in value.map { (name, $0) } } + actions + outcomes + files
  }

  /// The number of occurrences, with the first and last time; nil for one.
  private var occurrences: String? {
    guard message.occurrences > 1 else { return nil }
    let times = [
      message.firstAt.map { "first \(moment($0))" }, message.lastAt.map { "last \(moment($0))" },
    ]
    return (["\(message.occurrences) times"] + times.compactMap(\.self)).joined(separator: ", ")
  }

  /// The answer, or for an open question the command that answers it.
  private var answer: String? {
    guard message.isQuestion else { return nil }
    if let answer = message.answer {
      guard let answerer = message.answerer, let text = answerer.text else { return answer }
      let age = answerer.date.map { ", \(RelativeTime.phrase(from: $0, to: now))" } ?? ""
      return "\(answer) (\(text)\(age))"
    }
    if message.awaitsAnswer(at: now) { return "none yet; 'bellboard answer \(message.number) …'" }
    return message.status == .deleted ? "none; it is in the trash" : "none in time"
  }

  private var delivery: String? {
    switch message.delivery {
    case .inboxAndAlert: nil
    case .inbox: "inbox: listed without an alert"
    case .alert: "alert: kept, never listed"
    }
  }

  private func list(_ names: [String]) -> String? {
    names.isEmpty ? nil : names.joined(separator: ", ")
  }

  private func moment(_ date: Date) -> String {
    let moment = zone.map { AbsoluteTime.text(date, in: $0) } ?? RFC3339.string(from: date)
    return "\(moment) (\(RelativeTime.text(from: date, to: now)))"
  }
}
