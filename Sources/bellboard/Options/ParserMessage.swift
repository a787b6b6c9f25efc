import InboxText
import InboxCore

/// What the parser of the command line has to say.
enum ParserMessage {
  private static let guess = " Did you mean '"

  /// The message without a guess that is far from what was typed, which the parser makes too.
  static func likely(_ message: String) -> String {
    guard let start = message.firstRange(of: guess),
      let end = message[start.upperBound...].firstRange(of: "'?")
    else { return message }
    let typed = message[..<start.lowerBound].split(separator: "'").dropLast().last ?? ""
    let name = String(message[start.upperBound..<end.lowerBound].drop { $0 == "-" })
    let isNear = NearestName.nearest(to: String(typed.drop { $0 == "-" }), in: [name]) != nil
    return isNear ? message : String(message[..<start.lowerBound] + message[end.upperBound...])
  }
}
