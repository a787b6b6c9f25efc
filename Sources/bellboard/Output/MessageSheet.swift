import InboxText
import Foundation
import InboxCore
import InboxUI

/// The sheet of a whole message for people, as `show` prints it.
struct MessageSheet {
  /// The message.
  var message: Message
  /// The moment that ages are counted to.
  var now: Date
  /// Where times are told as people there have them; nil tells UTC, for programs.
  var zone: TimeZone?

  /// The title, the fields that it has, and the text.
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
    return (head + fields + body + earlier).joined(separator: "\n")
  }

  /// Most earlier occurrences that are listed; JSON has all that are kept.
  private static let mostEarlier = 10

  /// The times and first lines of the latest of the earlier occurrences, newest first.
  private var earlier: [String] {
    guard !message.earlier.isEmpty else { return [] }
    let lines = message.earlier.suffix(Self.mostEarlier).reversed().map { occurrence in
      "  \(moment(occurrence.date))  "
        + [occurrence.title, occurrence.body?.split(separator: "\n").first.map(String.init)]
        .compactMap(\.self).joined(separator: " — ").printable(keepingGraphemes: true)
    }
    return ["", "earlier:"] + lines
  }

  /// The fields that the reader does not show, one a line.
  var furtherFields: [String] {
    rows.filter { ["fold", "sound", "delivery", "custom"].contains($0.name) }.map { row in
      "\(row.name)  \(row.value.printable())"
    }
  }

  private var rows: [(name: String, value: String)] {
    let all: [(String, String?)] = [
      ("number", "\(message.number)"),
      ("id", message.id),
      ("source", message.source),
      ("status", message.status.name + (message.isPinned ? ", pinned" : "")),
      ("sent", message.sentAt.map(moment)),
      ("received", moment(message.receivedAt)),
      ("starts", message.startsAt.map(moment)),
      ("expires", message.expiresAt.map(moment)),
      ("snoozed", message.snoozedUntil.map(moment)),
      ("priority", message.priority == .default ? nil : message.priority.name),
      ("categories", list(message.categories)),
      ("thread", message.thread),
      ("tags", list(message.tags)),
      ("progress", message.progress.map { "\($0) %" }),
      ("came", occurrences),
      ("resolved", message.resolvedAt.map(moment)),
      ("fold", message.fold),
      ("rules", list(message.rules)),
      ("answer", answer),
      ("opens", message.tap.url),
      ("sound", message.sound),
      ("delivery", delivery),
      ("partial", message.isPartial ? "only the push's share of it is here" : nil),
      ("custom", message.custom?.json),
    ]
    let actions = message.actions.map { ("action", $0.label + ($0.url.map { " → \($0)" } ?? "")) }
    let files = message.attachments.map { file in
      ("file", [file.name, file.url].compactMap(\.self).joined(separator: " → "))
    }
    return all.compactMap { name, value in value.map { (name, $0) } } + actions + files
  }

  /// How often it came, and when first and last; nil for once.
  private var occurrences: String? {
    guard message.occurrences > 1 else { return nil }
    let times = [
      message.firstAt.map { "first \(moment($0))" }, message.lastAt.map { "last \(moment($0))" },
    ]
    return (["\(message.occurrences) times"] + times.compactMap(\.self)).joined(separator: ", ")
  }

  /// What was answered; for a question that waits, how to answer it.
  private var answer: String? {
    guard message.isQuestion else { return nil }
    if let answer = message.answer { return answer }
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
