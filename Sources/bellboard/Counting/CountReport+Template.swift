import InboxCore

/// A line for the counts of an inbox.
typealias CountTemplate = TextTemplate<CountReport>

extension CountReport: TemplateSubject {
  static let templateFields: [TemplateField<CountReport>] = [
    .init(name: "count", number: { $0.count }),
    .init(name: "unread", number: { $0.counts.unread }),
    .init(name: "read", number: { $0.counts.read }),
    .init(name: "total", number: { $0.counts.listed }),
    .init(name: "deleted", number: { $0.counts.deleted }),
    .init(name: "hidden", number: { $0.counts.hidden }),
    .init(name: "class", text: { $0.count > 0 ? "some" : "none" }),
    .init(name: "title", text: { $0.newest.first.map(headline) }),
    .init(name: "source", text: { $0.newest.first?.source }),
    .init(name: "titles", text: { $0.newest.map(headline).joined(separator: "\n") }),
  ]

  /// What a message says in one line: its title, or how its text begins.
  private static func headline(of row: MessageRow) -> String {
    let text = [row.title, row.excerpt].compactMap(\.self).first { !$0.isEmpty } ?? ""
    return text.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
  }
}
