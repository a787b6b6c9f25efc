package import Foundation

/// A source or thread to mute.
package enum MuteSubject: Sendable, Hashable {
  /// A source with all sources below it.
  case source(String)
  /// Sources by another pattern, such as `=ci` or `ci/*`.
  case pattern(String)
  case thread(String)

  /// The sources of a pattern, as given to `mute`.
  package init(sources text: String) {
    let path = SourcePattern(text).path
    self = SourcePattern(subtreeAt: path).text == text ? .source(path) : .pattern(text)
  }

  /// The subject as given to `mute`, which identifies a mute.
  package var text: String {
    switch self {
    case .source(let path): SourcePattern(subtreeAt: path).text
    case .pattern(let text): text
    case .thread(let thread): "thread \(thread)"
    }
  }

  /// The filter of what is muted.
  package var muted: MessageFilter {
    if case .thread(let thread) = self { return MessageFilter([.init(.thread(thread))]) }
    return MessageFilter([.init(.source(text))])
  }
}

/// A mute that has not ended.
package struct ActiveMute: Sendable, Hashable {
  package var subject: MuteSubject
  /// When it ends; nil is never.
  package var end: Date?

  package init(_ subject: MuteSubject, until end: Date? = nil) {
    (self.subject, self.end) = (subject, end)
  }

  /// Whether it mutes a subject, by itself or as part of a wider one.
  package func includes(_ other: MuteSubject) -> Bool {
    if case .thread = subject { return subject == other }
    guard case .source(let source) = other else { return subject == other }
    return SourcePattern(parsing: subject.text)?.matches(source) ?? false
  }
}
