import InboxText
import Foundation
import InboxCore
import InboxUI

/// The line of a message in `list`: in columns for people, tab-separated when piped.
struct MessageLine {
  /// Columns of the terminal; nil when piped.
  var columns: Int?
  /// Whether weight may show what is unread.
  var isStyled: Bool
  /// The moment that ages are counted to.
  var now: Date

  /// The line for a message.
  func text(for message: Message) -> String {
    guard let columns else { return plain(message) }
    let number = padded("\(message.number)", to: 7)
    let phase = phase(of: message)
    let mark =
      phase.map(Self.sign)
      ?? (message.status == .unread ? "●" : message.status == .deleted ? "✗" : " ")
    let pin = message.isPinned ? RowMark.pinned.sign : " "
    let age = padded(
      RelativeTime.text(from: message.sortDate, to: now), to: 6)
    let source = TextLayout.pad(message.source.printable(), columns: 18)
    let head = "\(number) \(mark)\(pin) \(age) \(source) "
    let room = max(10, columns - head.columns)
    let line = head + TextLayout.truncate(summary(message), columns: room)
    let isBold = isStyled && message.status == .unread
    return isBold ? "\u{1B}[1m\(line)\u{1B}[0m" : line
  }

  private func plain(_ message: Message) -> String {
    let state = phase(of: message)?.rawValue ?? message.status.name
    return [
      "\(message.number)", state, RFC3339.string(from: message.sortDate),
      whole(message.source), whole(message.title ?? ""), whole(firstLine(message.body)),
    ].joined(separator: "\t")
  }

  private func whole(_ text: String) -> String { text.printable(keepingGraphemes: true) }

  /// The phase by the clock; nil for an active message and in the trash.
  private func phase(of message: Message) -> MessageFilter.Phase? {
    let phase = message.phase(at: now)
    return phase == .active || message.status == .deleted ? nil : phase
  }

  private static func sign(of phase: MessageFilter.Phase) -> String {
    switch phase {
    case .active: " "
    case .snoozed: RowMark.snoozed.sign
    case .scheduled: RowMark.scheduled.sign
    case .expired: RowMark.expired.sign
    }
  }

  private func summary(_ message: Message) -> String {
    let count = message.occurrences > 1 ? RowMark.repeated.sign + "\(message.occurrences) " : ""
    let sign = message.resolvedAt == nil ? "" : RowMark.resolved.sign + " "
    let text = [message.title, firstLine(message.body)].compactMap(\.self).filter { !$0.isEmpty }
      .joined(separator: " — ").printable()
    return count + sign + text
  }

  private func firstLine(_ body: String?) -> String {
    body?.split(separator: "\n", maxSplits: 1).first.map(String.init) ?? ""
  }

  private func padded(_ text: String, to columns: Int) -> String {
    text + String.blanks(columns - text.columns)
  }
}
