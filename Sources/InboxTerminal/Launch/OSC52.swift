import Foundation

/// The OSC 52 sequence, by which a terminal sets its clipboard, also over SSH.
struct OSC52: Sendable {
  /// Maximum bytes of text: many terminals accept 100 000 bytes of sequence in all.
  static let limit = 74_994
  /// Maximum bytes that GNU screen passes through at once.
  private static let screenLimit = 512

  /// Whether GNU screen is between this program and the terminal.
  private let isInScreen: Bool

  /// Detects a multiplexer by environment variables.
  init(variables: [String: String]) {
    isInScreen = variables["STY"]?.isEmpty == false
  }

  /// Throws for a text that a terminal would truncate or ignore.
  static func check(_ text: String) throws(ClipboardError) {
    guard text.utf8.count <= limit else { throw .tooLong(limit: limit) }
  }

  /// The sequence for a text, in base 64, wrapped for GNU screen to pass through.
  func sequence(copying text: String) -> String {
    let sequence = "\u{1B}]52;c;\(Data(text.utf8).base64EncodedString())\u{07}"
    return isInScreen ? Self.passedThrough(sequence) : sequence
  }

  private static func passedThrough(_ sequence: String) -> String {
    var rest = sequence.utf8[...]
    var result = ""
    while !rest.isEmpty {
      result += "\u{1B}P\(Substring(rest.prefix(screenLimit)))\u{1B}\\"
      rest = rest.dropFirst(screenLimit)
    }
    return result
  }
}
