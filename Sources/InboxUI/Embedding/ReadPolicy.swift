import InboxTOML
import InboxText

/// What marks a message read.
enum ReadPolicy: Hashable {
  /// Showing it in the reader.
  case view
  /// The person alone.
  case manual
  /// Showing it in the reader, or so many seconds in the preview.
  case preview(Double)

  /// Seconds in the preview that can be chosen.
  private static let seconds = 1...3_600
  /// What a configuration can say.
  fileprivate static let expected =
    "one of view, manual, preview, or preview:\(seconds.lowerBound)s to "
    + "preview:\(seconds.upperBound)s"

  /// Reads `view`, `manual`, `preview` or `preview:2s`; nil for anything else.
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
  /// What marks a message read: a word, or the seconds in the preview.
  mutating func readPolicy(at path: TOMLPath) -> ReadPolicy? {
    guard let text = string(at: path) else { return nil }
    if let policy = ReadPolicy(text) { return policy }
    // Of a time that is out of range the name is right.
    let nearest =
      text.contains(":")
      ? nil : NearestName.nearest(to: text, in: ["view", "manual", "preview"])
    report(.badValue(text, expected: ReadPolicy.expected, nearest: nearest), at: path)
    return nil
  }
}
