public import Foundation
public import InboxText

/// A filter on messages: the parsed form of filter words.
///
/// Terms with the same key widen (any of them), different keys narrow (all of them), and a negated
/// term excludes. A filter without a status term matches unread and read messages; ``Condition/anyState``
/// lifts that, and what else hides a message.
public struct MessageFilter: Sendable, Hashable {
  /// The terms in the order of the text.
  package var terms: [Term]
  /// Terms of other filters that must hold too; see ``within(_:)``.
  private(set) var scopes: [[Term]] = []
  /// Filters of which any must match, in place of terms; empty without an `OR`.
  package private(set) var alternatives: [MessageFilter] = []

  /// Creates a filter from terms; none means all unread or read messages.
  public init(_ terms: [Term] = []) { self.terms = terms }

  /// Creates the disjunction of filters; nil for none.
  package init?(anyOf filters: [MessageFilter]) {
    let clauses = filters.flatMap(\.clauses)
    guard !clauses.isEmpty else { return nil }
    self.init()
    if let only = clauses.only { self = only } else { alternatives = clauses }
  }

  /// Its alternatives, or itself when it has none.
  var clauses: [MessageFilter] { alternatives.isEmpty ? [self] : alternatives }

  /// Maximum number of terms in a parsed filter; SQLite rejects much larger conditions.
  package static let maximumTermCount = 250

  /// All listed messages: unread and read.
  public static let all = MessageFilter()
  /// The unread ones.
  public static let unread = MessageFilter([.init(.status(.unread))])
  /// The pinned ones.
  package static let pinned = MessageFilter([.init(.pinned)])
  /// What is done.
  package static let done = MessageFilter([.init(.phase(.done))])
  /// What is listed, and what is done.
  package static let listedOrDone = MessageFilter([Phase.active, .done].map { .init(.phase($0)) })
  /// What the inbox has: whatever its status and phase, alert-only ones and the trash too.
  package static let anyState = MessageFilter([.init(.anyState)])
  /// The trash.
  public static let trash = MessageFilter([.init(.status(.deleted))])

  /// A term of a filter: a condition, or its negation.
  public struct Term: Sendable, Hashable {
    /// The condition.
    package var condition: Condition
    /// Whether the term excludes what it matches.
    package var isNegated: Bool

    /// Creates a term.
    public init(_ condition: Condition, isNegated: Bool = false) {
      self.condition = condition
      self.isNegated = isNegated
    }
  }

  /// A condition of a term on a message.
  public enum Condition: Sendable, Hashable {
    /// `is:unread`, `is:read`, `is:deleted`.
    case status(Status)
    /// `is:pinned`.
    case pinned
    /// `is:needed`: needs the person: an open question, the most urgent until it is resolved, the
    /// report of a silent source.
    case needed
    /// `is:opened`: was opened here.
    case opened
    /// `is:asking`: an unanswered question.
    case asking
    /// `is:alert`: alert-only, listed only by this term.
    case alertOnly
    /// `is:resolved`: resolved by its sender.
    case resolved
    /// `is:done`; `is:snoozed`, `is:scheduled`, `is:expired`: hidden by the clock, but for a question that nobody
    /// answered in time; with `is:active`, listed ones too.
    case phase(Phase)
    /// `is:any`: whatever its status and phase, alert-only ones and the trash too.
    case anyState
    /// `source:ntfy` for a path and all below it, `source:=ntfy` for the path alone,
    /// `source:ntfy/*` for all paths below.
    case source(String)
    /// `category:x` for a category and all below it, `category:=x` for it alone, regardless of
    /// case.
    case category(String)
    /// `thread:x`; an empty name matches messages without a thread.
    case thread(String)
    /// `tag:x`.
    case tag(String)
    /// `on:atlas`: arrived on the machine of this name.
    case machine(String)
    /// `priority>=4`.
    case priority(Comparison, Priority)
    /// `occurrences>=10`.
    case occurrences(Comparison, Int)
    /// `before:2026-01-31`: strictly before that time.
    case before(TimeBoundary)
    /// `after:-2d`: at that time or later.
    case after(TimeBoundary)
    /// A bare word: title, subtitle or body has a word with this prefix.
    case word(String)
    /// `"disk full"`: title, subtitle or body has these words in sequence.
    case phrase(String)
    /// `text:isbon`: title, subtitle, body or source contains this.
    case part(String)
    /// `url:github.com`: its own link, or one of its actions or files, contains this.
    case url(String)
    /// `id:order-7`: with this id of its sender.
    case id(String)
    /// The whole title.
    case title(String)
    /// `has:link`: opens a link, or has one in its text or actions.
    case hasLink
    /// `has:picture`: a picture is attached.
    case hasPicture
    /// `has:action`: has actions or answers.
    case hasAction
    /// `custom.labels.env:prod`, `custom.cpu>90`: a value of the sender's data, a number or a text in
    /// any case; of a list or an object, any of its values.
    case custom([String], Comparison, String)
  }

  /// The phase of a message by the clock; a filter without any matches active ones.
  public enum Phase: String, CaseIterable, Sendable, Hashable {
    /// Within its active window, and not snoozed.
    case active
    /// Hidden until its snooze ends.
    case snoozed
    /// Its active window has not begun.
    case scheduled
    /// Its active window has ended.
    case expired
    /// Marked as done: in none of the other phases.
    case done
  }

  /// The comparison of a priority.
  public enum Comparison: String, CaseIterable, Sendable, Hashable {
    /// Equal.
    case equal = "="
    /// This priority or a higher one.
    case atLeast = ">="
    /// This priority or a lower one.
    case atMost = "<="
    /// Higher priorities.
    case more = ">"
    /// Lower priorities.
    case less = "<"
  }
}

extension MessageFilter {
  /// The filter restricted to messages that another filter matches.
  ///
  /// Terms of the same key narrow here too: `source:a` within `source:b` matches nothing. A scope
  /// without a status leaves the status to this filter.
  package func within(_ other: MessageFilter) -> MessageFilter {
    guard alternatives.isEmpty, other.alternatives.isEmpty else {
      return mapAlternatives { mine in
        other.mapAlternatives { mine.within($0) }
      }
    }
    var filter = self
    filter.scopes += (other.terms.isEmpty ? [] : [other.terms]) + other.scopes
    return filter
  }

  /// Transforms each alternative, or the filter itself when it has none.
  package func mapAlternatives(_ body: (MessageFilter) -> MessageFilter) -> MessageFilter {
    guard !alternatives.isEmpty else { return body(self) }
    return MessageFilter(anyOf: alternatives.map(body)) ?? body(self)
  }

  /// Whether another filter narrows it, or one of its alternatives.
  var isNarrowed: Bool { !scopes.isEmpty || alternatives.contains(where: \.isNarrowed) }

  /// All terms, including those of alternatives.
  package var allTerms: [Term] { terms + alternatives.flatMap(\.terms) }

  /// The words and phrases that a screen highlights.
  package var searchTexts: [String] {
    allTerms.compactMap { $0.isNegated ? nil : $0.condition.searched?.text }
  }

  /// The patterns that a screen highlights.
  package var searchPatterns: [TextPattern] {
    allTerms.compactMap { term in
      if !term.isNegated, case .part(let text) = term.condition { TextPattern(text) } else { nil }
    }
  }

  /// Whether its matches change with time, beyond starts, expiries and ends of snoozes.
  package var movesWithClock: Bool {
    allTerms.contains { term in
      switch term.condition {
      case .before(.relative), .after(.relative): true
      default: false
      }
    }
  }
}

extension MessageFilter.Condition {
  /// The status of the condition.
  package var status: Status? { if case .status(let status) = self { status } else { nil } }

  /// The phase of the condition.
  var phase: MessageFilter.Phase? { if case .phase(let phase) = self { phase } else { nil } }

  /// The priorities that it accepts.
  var priorities: Set<Priority>? {
    guard case .priority(let comparison, let bound) = self else { return nil }
    return Set(Priority.allCases.filter { comparison.holds($0, bound) })
  }

  /// The required number of occurrences.
  var frequency: (comparison: MessageFilter.Comparison, count: Int)? {
    guard case .occurrences(let comparison, let count) = self else { return nil }
    return (comparison, count)
  }

  /// The required name and its kind.
  var name: (kind: FilterCriteria.NameGroup.Kind, name: String)? {
    switch self {
    case .source(let name): (.source, name)
    case .category(let name): (.category, name)
    case .thread(let name): (.thread, name)
    case .tag(let name): (.tag, name)
    case .machine(let name): (.machine, name)
    default: nil
    }
  }

  /// The word or phrase to search for.
  var searched: TextTerm? {
    switch self {
    case .word(let text): TextTerm(text: text, isPrefix: true)
    case .phrase(let text): TextTerm(text: text, isPrefix: false)
    default: nil
    }
  }
}

extension MessageFilter.Comparison {
  /// Whether the comparison holds between `left` and `right`.
  func holds<Value: Comparable>(_ left: Value, _ right: Value) -> Bool {
    switch self {
    case .equal: left == right
    case .atLeast: left >= right
    case .atMost: left <= right
    case .more: left > right
    case .less: left < right
    }
  }
}

extension MessageFilter {
  /// Parses a filter in filter words.
  ///
  /// For example `is:unread source:ntfy/* priority>=high -tag:test "disk full"`. Terms with the
  /// same key are any of them; bounds, bare words and phrases are all of them. Brackets and `OR`
  /// group terms.
  ///
  /// - Parameters:
  ///   - text: The filter; empty or blank is the default list.
  ///   - now: The time that `today` and `yesterday` are relative to.
  ///   - timeZone: The zone of dates and times without an offset; evaluated only when there is
  ///     one.
  /// - Throws: ``FilterError``, for the first invalid term.
  public init(
    parsing text: String, now: Date, timeZone: @autoclosure () -> TimeZone
  ) throws(FilterError) {
    let clauses = try withoutActuallyEscaping(timeZone) { zone throws(FilterError) in
      var parser = FilterParser(text, by: FilterTermParser(now: now, timeZone: zone))
      return try parser.clauses()
    }
    self = MessageFilter(anyOf: clauses.map(MessageFilter.init(clause:))) ?? .all
  }
}

extension MessageFilter {
  /// The filter in filter words, which parse to the same filter.
  ///
  /// Absolute times are exact to the millisecond, relative ones to the second.
  public var text: String {
    guard alternatives.isEmpty else { return alternatives.map(\.text).joined(separator: " OR ") }
    let brackets = scopes.map { "(" + Self.text(of: $0) + ")" }
    return ([Self.text(of: terms)] + brackets).filter { !$0.isEmpty }.joined(separator: " ")
  }

  private static func text(of terms: [Term]) -> String {
    terms.map { ($0.isNegated ? "-" : "") + $0.condition.text }.joined(separator: " ")
  }
}

extension MessageFilter.Condition {
  fileprivate var text: String {
    switch self {
    case .status, .pinned, .needed, .opened, .asking, .alertOnly, .resolved, .phase, .anyState,
      .hasLink, .hasPicture, .hasAction:
      FilterWord.named.first { $0.meaning == .condition(self) }?.name ?? ""
    case .source(let path): "source:" + Self.value(path)
    case .category(let name): "category:" + Self.value(name)
    case .thread(let name): "thread:" + Self.value(name)
    case .tag(let name): "tag:" + Self.value(name)
    case .machine(let name): "on:" + Self.value(name)
    case .priority(let comparison, let level): "priority" + comparison.rawValue + level.name
    case .occurrences(let comparison, let count): "occurrences" + comparison.rawValue + "\(count)"
    case .before(let moment): "before:" + moment.text
    case .after(let moment): "after:" + moment.text
    case .word(let text): FilterTokenizer.isBare(text) ? text : Self.quoted(text) + "*"
    case .phrase(let text): Self.quoted(text)
    case .part(let text): "text:" + Self.value(text)
    case .url(let text): "url:" + Self.value(text)
    case .id(let id): "id:" + Self.value(id)
    case .title(let title): "title:" + Self.value(title)
    case .custom(let path, let comparison, let value):
      "custom.\(path.joined(separator: "."))\(comparison == .equal ? ":" : comparison.rawValue)"
        + Self.value(value)
    }
  }

  private static func value(_ text: String) -> String {
    let needsQuotes =
      text.isEmpty || text.first == "\"" || text.contains { $0.isWhitespace || $0 == ")" }
    return needsQuotes ? quoted(text) : text
  }

  private static func quoted(_ text: String) -> String {
    "\"" + text.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : "\($0)" }.joined() + "\""
  }
}

extension TimeBoundary {
  fileprivate var text: String {
    switch self {
    case .at(let date): return RFC3339.string(from: date)
    case .relative(let seconds):
      let count = abs(seconds.rounded())
      let unit =
        TimeUnit.all.first { count.truncatingRemainder(dividingBy: $0.seconds) == 0 }
      let (letter, size) = unit.map { ($0.letter, $0.seconds) } ?? ("s", 1)
      return (seconds < 0 ? "-" : "+") + String(Int(count / size)) + letter
    }
  }
}
