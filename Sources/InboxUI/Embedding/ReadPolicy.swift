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

  /// Most seconds in the preview.
  private static let longest = 3_600

  /// Reads `view`, `manual`, `preview` or `preview:2s`; nil for anything else.
  init?(_ text: String) {
    switch text {
    case "view": self = .view
    case "manual": self = .manual
    case "preview": self = .preview(0)
    default:
      let parts = text.split(separator: ":", omittingEmptySubsequences: false)
      guard parts.count == 2, parts[0] == "preview", parts[1].last == "s",
        let seconds = Int(parts[1].dropLast()), (0...Self.longest).contains(seconds)
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
    let names = ["view", "manual", "preview:2s"]
    report(
      .badValue(
        text, expected: "one of " + names.joined(separator: ", "),
        nearest: NearestName.nearest(to: text, in: names)), at: path)
    return nil
  }
}
