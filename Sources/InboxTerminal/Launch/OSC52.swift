import Foundation

/// The sequence by which a terminal puts a text on its clipboard, also over SSH.
enum OSC52 {
  /// Most bytes of text: what many terminals take, 100 000 bytes of sequence in all.
  static let limit = 74_994
  /// Most bytes that GNU screen hands through at once.
  private static let screenLimit = 512

  /// The sequence for any text, which is sent as base 64; GNU screen is told to hand it through.
  static func sequence(copying text: String, isInScreen: Bool) -> String {
    let sequence = "\u{1B}]52;c;\(Data(text.utf8).base64EncodedString())\u{07}"
    return isInScreen ? handedThrough(sequence) : sequence
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
