/// Short arrival number of a message within its inbox, shown as `@1841` and never reused.
public struct MessageNumber: RawRepresentable, Hashable, Comparable, Sendable, Codable {
  /// The number; the first message of an inbox has 1.
  public let rawValue: Int64

  /// Wraps a number read from the store or typed by a person.
  public init(rawValue: Int64) {
    self.rawValue = rawValue
  }

  /// Wraps a number read from the store or typed by a person.
  public init(_ rawValue: Int64) {
    self.rawValue = rawValue
  }

  /// Orders by arrival.
  public static func < (left: Self, right: Self) -> Bool {
    left.rawValue < right.rawValue
  }
}

extension MessageNumber: CustomStringConvertible {
  /// The number as people write it, with the `@` in front.
  public var description: String { "@\(rawValue)" }
}
