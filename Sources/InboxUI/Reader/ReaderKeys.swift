import InboxCore
import InboxText

/// The keys of a message in its header: the one that opens its link or thread, and the one of its
/// actions, such as `o https://ci.example.org/7 [1]  a Retry · Show log`.
struct ReaderKeys: Sendable, Hashable {
  /// What the key for links opens: a link, or the name of a thread.
  private(set) var opening = ""
  /// The link with its number; nil for a thread or none.
  private(set) var link: SpanLink?
  /// The names of the actions on one line.
  private(set) var actions = ""

  /// Blank columns between the keys.
  private static let gap = 2
  /// Minimum columns of the link, unless it is shorter.
  private static let leastOpening = 12
  /// Columns of a key and the blank after it.
  private static let keyColumns = 2

  private static let fieldRoles = ReaderLayout.base.union(RoleSet(.readerField))

  /// Collects what the keys of a message do; nil if there is neither a link nor an action.
  init?(of message: Message, numbers: inout LinkNumbers) {
    switch message.tap {
    case .app: break
    case .url(let url), .website(let url):
      opening = TextLayout.oneLine(url, columns: 4_000).printable()
      link = numbers.link(to: url)
    case .thread(let name):
      opening = "thread \(TextLayout.oneLine(name, columns: 4_000))".printable()
    }
    if !message.isQuestion {
      let labels = message.actions.map { TextLayout.oneLine($0.label, columns: 4_000) }
      actions = labels.joined(separator: " · ").printable()
    }
    if opening.isEmpty, actions.isEmpty { return nil }
  }

  /// The columns with keys of one letter.
  var columns: Int {
    let parts = [opening.columns + labelColumns, actions.columns].filter { $0 > 0 }
    return parts.reduce(0) { $0 + $1 + Self.keyColumns } + Self.gap * (parts.count - 1)
  }

  /// The columns of the number of the link, with the blank before it.
  private var labelColumns: Int { link.map { $0.label.utf8.count + 1 } ?? 0 }

  /// The spans that fit, without keys that do nothing in the context.
  func spans(columns: Int, _ keymap: Keymap, in context: InputContext?) -> [Span] {
    let open = spans(keyOf: .reading(.open), keymap, context)
    let act = spans(keyOf: .acting(.actions), keymap, context)
    guard !opening.isEmpty else { return act + spans(actions, columns: columns - act.columns) }
    let fixed = open.columns + labelColumns
    let wanted = actions.isEmpty ? 0 : Self.gap + act.columns + actions.columns
    let least = min(opening.columns, Self.leastOpening)
    let room = max(columns - fixed - wanted, min(least, columns - fixed))
    var text = Span(
      TextLayout.truncate(opening, columns: max(room, 1)),
      roles: link == nil ? ReaderLayout.base : ReaderLayout.base.union(RoleSet(.link)))
    text.link = link
    var number = Span(link?.label ?? "", roles: Self.fieldRoles)
    number.link = link
    let blank = Span.blank(link == nil ? 0 : 1, roles: Self.fieldRoles)
    let first = open + [text, blank, number].filter { $0.columns > 0 }
    let rest = columns - first.columns - Self.gap - act.columns
    guard !actions.isEmpty, rest > 0 else { return first }
    return first + [.blank(Self.gap, roles: ReaderLayout.base)] + act
      + spans(actions, columns: rest)
  }

  private func spans(_ text: String, columns: Int) -> [Span] {
    [Span(TextLayout.truncate(text, columns: max(columns, 1)), roles: ReaderLayout.base)]
  }

  /// A key, which a click presses; the name of the command if no key is bound to it.
  private func spans(
    keyOf command: Command, _ keymap: Keymap, _ context: InputContext?
  ) -> [Span] {
    guard let context, command.info?.contexts.contains(context) == true else { return [] }
    let name = keymap.names(of: command, in: context).first
    let roles = ReaderLayout.base.union(RoleSet(.helpKey))
    var key = Span(name ?? ":\(command.name)", roles: roles)
    if let keys = name.flatMap([Key].init(sequence:)) {
      key = key.aimed(at: .keys(keys, in: context))
    }
    return [key, .blank(1, roles: ReaderLayout.base)]
  }
}
