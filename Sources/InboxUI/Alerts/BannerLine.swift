import InboxText
import InboxCore

/// The banner line below the top bar, on a small screen in its place: message, number of new
/// messages, and the key to view it.
enum BannerLine {
  /// Minimum columns of the text beside the number and the key.
  private static let shortestText = 12

  static func line(_ banner: Banner, keymap: Keymap, context: InputContext, columns: Int) -> Line {
    let key = keymap.names(of: .reading(.goToAlert), in: context).first.map { "\($0) view" }
    let parts = [more(banner), key].compactMap(\.self)
    let rights = [parts.joined(separator: " · "), parts.first ?? "", ""]
    let right = rights.first { columns - 2 - $0.columns - BarLine.gap >= shortestText } ?? ""
    let room = columns - 2 - (right.isEmpty ? 0 : right.columns + BarLine.gap)
    let shown = TextLayout.truncate(
      text(banner.arrival, of: banner.inbox, columns: room), columns: room)
    // The colors of an urgent message are reversed.
    let urgency = banner.arrival.priority.urgency
    let roles = urgency.isEmpty ? RoleSet(.banner) : urgency
    var line = BarLine.line(
      [Span(shown, roles: roles)], right: right, columns: columns, roles: roles)
    if !urgency.isEmpty {
      line.spans.append(.blank(max(columns - line.spans.columns, 0), roles: roles))
      for index in line.spans.indices { line.spans[index].colors = SpanColors(isReversed: true) }
    }
    return line
  }

  private static func more(_ banner: Banner) -> String? {
    let plus = banner.isMore ? "+" : ""
    return banner.count == 1 && !banner.isMore ? nil : "\(banner.count)\(plus) new messages"
  }

  /// Other inbox, priority, occurrences, title, text and source, truncated.
  private static func text(_ arrival: Message, of inbox: String?, columns: Int) -> String {
    let urgency = RowMark(of: arrival.priority).map { $0.sign + " " } ?? ""
    let parts = [arrival.title, arrival.excerpt, arrival.source].compactMap(\.self)
      .filter { !$0.isEmpty }
    let lead = "🔔 " + (inbox.map { $0 + ": " } ?? "") + urgency + arrival.repetition
    return lead + TextLayout.oneLine(parts.joined(separator: " — "), columns: columns)
  }
}
