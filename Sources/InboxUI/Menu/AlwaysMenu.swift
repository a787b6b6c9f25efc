import InboxCore
import InboxTOML
import InboxText

/// A rule that the menu of a message offers for what comes from now on.
package struct OfferedRule: Sendable, Hashable {
  /// What it does with which messages, such as `low priority for ci`.
  package let name: String
  let key: Character
  let filter: MessageFilter
  var hours: QuietHours?
  /// The line of the configuration that says what it does; nil for a tag that is still to be typed.
  var deed: String?
  /// The comment above it.
  var comment = ""

  /// Its table of a configuration file, below the comment.
  package var table: String { "# \(comment)\n" + body }

  /// Its table without the comment.
  package var body: String {
    let hours = hours.map { "hours = \(TOMLText.string($0.text))\n" } ?? ""
    return """
      [[rules]]
      name = \(TOMLText.string(name))
      filter = \(TOMLText.string(filter.text))
      \(hours)\(deed ?? "")

      """
  }

  /// The rules that one would write for a message: for its title and for its source.
  static func offers(for row: MessageRow, in context: PartContext) -> [OfferedRule] {
    let source = MuteSubject.source(row.source)
    let (filter, name) = (source.filter, source.name)
    let night = context.preferences.alerts.quietHours ?? QuietHours("22:00-07:00")
    let ofSource = [
      OfferedRule(
        name: "mute \(name) \(night?.text ?? "")", key: "n", filter: filter, hours: night,
        deed: "mute = true"),
      OfferedRule(
        name: "low priority for \(name)", key: "p", filter: filter, deed: "priority = \"low\""),
      OfferedRule(
        name: "expire \(name) after a day", key: "x", filter: filter,
        deed: "expire_after = \"1d\""),
      OfferedRule(name: "tag for \(name)", key: "t", filter: filter),
    ]
    guard let title = row.title, !title.isEmpty else { return ofSource }
    let titled = MessageFilter(filter.terms + [.init(.title(title))])
    let words = "“\(TextLayout.truncate(TextLayout.oneLine(title, columns: 31), columns: 30))”"
    // What waits for an answer, or is most urgent, is nothing to be done with unseen.
    let harmless = MessageFilter(
      titled.terms + [.init(.asking, isNegated: true), .init(.priority(.less, .max))])
    return [
      OfferedRule(name: "mute \(words)", key: "m", filter: titled, deed: "mute = true"),
      OfferedRule(
        name: "done at once with \(words)", key: "e", filter: harmless, deed: "done = true"),
    ] + ofSource
  }
}

/// The menu of the rules that one would write for a message, with what each would have done.
struct CountOfferedRules: StoreRequest {
  /// The days that are looked at.
  private static let days = 30
  /// The newest messages of those days that are looked at.
  private static let most = 10_000

  private let rules: [OfferedRule]
  /// The messages of the source in those days, whatever became of them.
  private let messages: MessageFilter

  init(_ rules: [OfferedRule], of source: String) {
    self.rules = rules
    let start = MessageFilter.Condition.after(.relative(seconds: Double(-86_400 * Self.days)))
    messages = MessageFilter([MuteSubject.source(source).term, .init(.anyState), .init(start)])
  }

  /// Counts the messages that each rule would have matched as they arrived, and all.
  func perform(in context: RequestContext) throws -> (matched: [Int], all: Int) {
    let rules = rules.map { offer in
      var rule = Rule(name: offer.name, filter: offer.filter)
      rule.hours = offer.hours
      return rule
    }
    var (matched, all) = (rules.map { _ in 0 }, 0)
    let query = context.narrowed(MessageQuery(filter: messages))
    try context.inbox.messages(matching: query, limit: Self.most) {
      all += 1
      for (index, rule) in rules.enumerated() where rule.matches($0, at: $0.receivedAt) {
        matched[index] += 1
      }
    }
    return (matched, all)
  }

  func receive(_ counts: (matched: [Int], all: Int), in state: inout UIState) {
    let all = counts.all < Self.most ? "\(counts.all)" : "the newest \(counts.all)"
    let day = RFC3339.day(of: state.now)
    let items = zip(rules, counts.matched).map { rule, count in
      var rule = rule
      rule.comment =
        "Added on \(day) by 'always': matches \(count) of \(all) messages of \(Self.days) days."
      return MenuItem(
        rule.name.prefix(1).uppercased() + rule.name.dropFirst() + (rule.deed == nil ? "…" : ""),
        key: rule.key, detail: "\(count) of \(all) in \(Self.days) days",
        choice: rule.deed == nil
          ? .prompt(PromptState(.tag(rule))) : .request(EditConfiguration(.addRule(rule)).effect))
    }
    state.menu = MenuState(title: "Always, from now on", items: items)
  }
}

extension ScreenStack {
  /// Offers rules for what is like the present message.
  func offerRules(_ context: PartContext) -> Reply {
    offer(context) { row in
      CountOfferedRules(OfferedRule.offers(for: row, in: context), of: row.source).effect
    }
  }
}
