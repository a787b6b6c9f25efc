import Foundation

/// The sequence by which a terminal puts a text on its clipboard, also over SSH.
struct OSC52: Sendable {
  /// Most bytes of text: what many terminals take, 100 000 bytes of sequence in all.
  static let limit = 74_994
  /// Most bytes that GNU screen hands through at once.
  private static let screenLimit = 512

  /// Whether GNU screen is between this program and the terminal.
  private let isInScreen: Bool

  /// Finds out by the variables of the process what is around it.
  init(variables: [String: String]) {
    isInScreen = variables["STY"]?.isEmpty == false
  }

  /// Refuses a text of which a terminal would take the beginning only, or nothing.
  static func check(_ text: String) throws(ClipboardError) {
    guard text.utf8.count <= limit else { throw .tooLong(limit: limit) }
  }

  /// The sequence for any text, which is sent as base 64; GNU screen is told to hand it through.
  func sequence(copying text: String) -> String {
    let sequence = "\u{1B}]52;c;\(Data(text.utf8).base64EncodedString())\u{07}"
    return isInScreen ? Self.handedThrough(sequence) : sequence
  }

  private static func handedThrough(_ sequence: String) -> String {
    var rest = sequence.utf8[...]
    var result = ""
    while !rest.isEmpty {
      result += "\u{1B}P\(Substring(rest.prefix(screenLimit)))\u{1B}\\"
      rest = rest.dropFirst(screenLimit)
    }
    return result
  }
}
