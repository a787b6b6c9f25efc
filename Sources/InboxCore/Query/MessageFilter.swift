import Foundation
public import InboxText

/// Which messages are wanted: the parsed form of the filter words.
///
/// Terms with the same key widen (any of them), different keys narrow (all of them), and a
/// negated term excludes. A filter without a status term means unread and read ones.
public struct MessageFilter: Sendable, Hashable {
  /// The terms in the order in which they were written.
  public var terms: [Term]
  /// Terms of other filters that must hold too, whatever these say; see ``within(_:)``.
  private(set) var scopes: [[Term]] = []

  /// Makes a filter from terms; none means everything unread or read.
  public init(_ terms: [Term] = []) {
    self.terms = terms
  }

  /// Everything in the list: unread and read.
  public static let all = MessageFilter()
  /// The unread ones.
  public static let unread = MessageFilter([.init(.status(.unread))])
  /// The pinned ones.
  public static let pinned = MessageFilter([.init(.pinned)])
  /// The questions that wait for an answer.
  public static let asking = MessageFilter([.init(.asking)])
  /// The trash.
  public static let trash = MessageFilter([.init(.status(.deleted))])

  /// One condition, or its negation.
  public struct Term: Sendable, Hashable {
    /// What is asked.
    public var condition: Condition
    /// Whether the term excludes what it matches.
    public var isNegated: Bool

    /// Makes a term.
    public init(_ condition: Condition, isNegated: Bool = false) {
      self.condition = condition
      self.isNegated = isNegated
    }
  }

  /// What a term asks of a message.
  public enum Condition: Sendable, Hashable {
    /// `is:unread`, `is:read`, `is:deleted`.
    case status(Status)
    /// `is:pinned`.
    case pinned
    /// `is:asking`: a question that nobody has answered.
    case asking
    /// `is:snoozed`, `is:scheduled`, `is:expired`: not in the list just now, because of the clock;
    /// with `is:active` beside them, what is in the list too.
    case phase(Phase)
    /// `source:ntfy` for a whole path, `source:ntfy/*` for all below it.
    case source(String)
    /// `category:x`.
    case category(String)
    /// `thread:x`.
    case thread(String)
    /// `tag:x`.
    case tag(String)
    /// `priority>=4`.
    case priority(Comparison, Priority)
    /// `before:2026-01-31`: strictly earlier than that moment.
    case before(TimeBoundary)
    /// `after:-2d`: at that moment or later.
    case after(TimeBoundary)
    /// A bare word: title, subtitle or body has a word that begins so.
    case word(String)
    /// `"disk full"`: title, subtitle or body has these words in a row.
    case phrase(String)
  }

  /// Where a message stands as the clock goes; without any in a filter, active ones are meant.
  public enum Phase: String, CaseIterable, Sendable, Hashable {
    /// Within its active window, and not snoozed.
    case active
    /// Hidden until its snooze ends.
    case snoozed
    /// Its active window has not begun.
    case scheduled
    /// Its active window has ended.
    case expired
  }

  /// How a priority is compared.
  public enum Comparison: String, CaseIterable, Sendable, Hashable {
    /// Exactly this one.
    case equal = "="
    /// This one or a more urgent one.
    case atLeast = ">="
    /// This one or a less urgent one.
    case atMost = "<="
    /// Only more urgent ones.
    case more = ">"
    /// Only less urgent ones.
    case less = "<"
  }
}

extension MessageFilter {
  /// The same question, asked only of what another filter lets through.
  ///
  /// Terms of the same key narrow here too: `source:a` within `source:b` matches nothing. A scope
  /// without a status leaves the status to this filter.
  public func within(_ other: MessageFilter) -> MessageFilter {
    var filter = self
    filter.scopes += other.scopes + (other.terms.isEmpty ? [] : [other.terms])
    return filter
  }

  /// The words and phrases that a screen highlights.
  public var searchTexts: [String] {
    terms.compactMap { term in
      switch term.condition {
      case .word(let text) where !term.isNegated: text
      case .phrase(let text) where !term.isNegated: text
      default: nil
      }
    }
  }

  /// Whether full-text search answers it; such results come newest arrival first.
  public var isTextSearch: Bool { !searchTexts.isEmpty }
}
