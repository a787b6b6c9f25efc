/// The name of a register of a message: the last part of its subject.
package enum RegisterName: Sendable, Hashable {
  /// `c`: the content.
  case content
  /// `s.<person>`: the state of a person.
  case state(person: String)
  /// `n.<origin>`: the occurrences that a machine stored.
  case occurrences(ExchangeOrigin)
  /// `a.<origin>`: the answer that was given on a machine.
  case answer(ExchangeOrigin)
  /// `d.<origin>`: the decision of a machine that asks.
  case decision(ExchangeOrigin)
  /// A register of a newer version: kept and passed on.
  case other(String)

  /// Maximum bytes of a name.
  package static let maximumSize = 64

  /// Parses a name.
  ///
  /// - Throws: ``RegisterError`` for a text that is no part of a subject.
  package init(_ text: String) throws(RegisterError) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard text.utf8.count <= Self.maximumSize, parts.allSatisfy(Self.isPart) else {
      throw RegisterError()
    }
    let origin = parts.count == 2 ? ExchangeOrigin(parts[1]) : nil
    switch (parts[0], origin) {
    case ("c", _) where parts.count == 1: self = .content
    case ("s", _) where parts.count == 2: self = .state(person: String(parts[1]))
    case ("n", let origin?): self = .occurrences(origin)
    case ("a", let origin?): self = .answer(origin)
    case ("d", let origin?): self = .decision(origin)
    default: self = .other(text)
    }
  }

  /// Whether a text is a part of a subject, such as the name of a person: 1 to 32 of `a-z0-9_-`.
  package static func isPart(_ text: some StringProtocol) -> Bool {
    (1...32).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
          UInt8(ascii: "_"), UInt8(ascii: "-"):
          true
        default: false
        }
      }
  }
}

extension RegisterName: CustomStringConvertible {
  /// The name as in a subject.
  package var description: String {
    switch self {
    case .content: "c"
    case .state(let person): "s.\(person)"
    case .occurrences(let origin): "n.\(origin)"
    case .answer(let origin): "a.\(origin)"
    case .decision(let origin): "d.\(origin)"
    case .other(let text): text
    }
  }
}

extension RegisterName: Comparable {
  /// Orders by kind: the content is sent first, then state, counters, answers and what is unknown.
  package static func < (left: Self, right: Self) -> Bool {
    (left.kind, left.description) < (right.kind, right.description)
  }

  private var kind: Int {
    switch self {
    case .content: 0
    case .state: 1
    case .occurrences: 2
    case .answer: 3
    case .decision: 4
    case .other: 5
    }
  }
}
