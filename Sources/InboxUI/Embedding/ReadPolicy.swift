import InboxTOML
import InboxText

/// The policy of when a message is marked read.
enum ReadPolicy: Hashable {
  /// When it is shown in the reader.
  case view
  /// Only by the user.
  case manual
  /// When it is shown in the reader, or for a number of seconds in the preview.
  case preview(Double)

  /// The allowed seconds in the preview.
  private static let seconds = 1...3_600
  /// The allowed values, for messages.
  fileprivate static let expected =
    "one of view, manual, preview, or preview:\(seconds.lowerBound)s to "
    + "preview:\(seconds.upperBound)s"

  /// Parses `view`, `manual`, `preview` or `preview:2s`; nil for anything else.
  init?(_ text: String) {
    switch text {
    case "view": self = .view
    case "manual": self = .manual
    case "preview": self = .preview(0)
    default:
      let parts = text.split(separator: ":", omittingEmptySubsequences: false)
      guard parts.count == 2, parts[0] == "preview", parts[1].last == "s",
        let seconds = Int(parts[1].dropLast()), Self.seconds.contains(seconds)
      else { return nil }
      self = .preview(Double(seconds))
    }
  }
}

extension TOMLReader {
  /// Decodes the policy of when a message is marked read.
  mutating func readPolicy(at path: TOMLPath) -> ReadPolicy? {
    guard let text = string(at: path) else { return nil }
    if let policy = ReadPolicy(text) { return policy }
    // With a colon the name is right and the seconds are out of range.
    let nearest =
      text.contains(":")
      ? nil : NearestName.nearest(to: text, in: ["view", "manual", "preview"])
    report(.badValue(text, expected: ReadPolicy.expected, nearest: nearest), at: path)
    return nil
  }
}
