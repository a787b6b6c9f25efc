/// How urgent a sender says a message is, on the five steps of ntfy.
public enum Priority: Int, CaseIterable, Sendable, Hashable, Codable {
  /// Matters least: background news.
  case min = 1
  /// Can wait.
  case low
  /// What a message has that says nothing.
  case `default`
  /// Should be seen soon.
  case high
  /// Cannot wait; it may interrupt.
  case max

  /// The word that filters, flags and themes use.
  public var name: String {
    switch self {
    case .min: "min"
    case .low: "low"
    case .default: "default"
    case .high: "high"
    case .max: "max"
    }
  }

  /// Reads a name (`high`) or a number (`4`); nil for anything else.
  public init?(parsing text: String) {
    let match = Self.allCases.first { $0.name == text.lowercased() || String($0.rawValue) == text }
    guard let match else { return nil }
    self = match
  }
}

extension Priority: Comparable {
  /// Orders by urgency, least first.
  public static func < (left: Self, right: Self) -> Bool {
    left.rawValue < right.rawValue
  }
}
