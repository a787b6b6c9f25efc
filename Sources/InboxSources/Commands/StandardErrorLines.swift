import InboxText

/// The lines of standard error for the log: truncated, and limited in rate.
struct StandardErrorLines: Sendable {
  /// Maximum bytes of a line.
  static let limit = 1_000
  /// Maximum lines at once.
  static let most = 100.0

  private var lines = BoundedLines(limit: Self.limit, keepsBeginnings: true)
  private var allowance = LineAllowance(most: Self.most, perSecond: 1)
  private var leftOutCount = 0

  /// Appends a piece; returns the lines to log.
  mutating func append(_ piece: some Collection<UInt8>) -> [String] {
    take(lines.append(piece))
  }

  /// The last lines, and the number of lines left out.
  mutating func finish() -> [String] {
    take(lines.finish()) + takeLeftOut()
  }

  private mutating func take(_ lines: [BoundedLines.Line]) -> [String] {
    var texts: [String] = []
    for case .bytes(let bytes) in lines {
      guard allowance.takesLine() else {
        leftOutCount += 1
        continue
      }
      texts += takeLeftOut() + [String(decoding: bytes, as: UTF8.self)]
    }
    return texts
  }

  private mutating func takeLeftOut() -> [String] {
    guard leftOutCount > 0 else { return [] }
    defer { leftOutCount = 0 }
    let lines = leftOutCount.counted("more line")
    return ["\(lines) left out of its standard error"]
  }
}
