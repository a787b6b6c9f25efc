/// A command of an SMTP client: a verb and its argument.
struct SMTPCommand {
  /// The verb in upper case.
  let verb: String
  /// The argument, trimmed.
  let argument: String

  /// Parses a line; invalid UTF-8 becomes replacement characters.
  init(_ line: [UInt8]) {
    let text = String(decoding: line, as: UTF8.self)
    let parts = text.split(separator: " ", maxSplits: 1)
    verb = parts.first.map { $0.uppercased() } ?? ""
    argument = parts.count > 1 ? HTTPCall.trimmed(String(parts[1])) : ""
  }

  /// The path and the parameters of `FROM:<me@example> SIZE=10` or `TO:<…>`; nil for other
  /// arguments.
  func path(behind word: String) -> (path: String, parameters: [String])? {
    guard argument.uppercased().hasPrefix(word) else { return nil }
    let rest = HTTPCall.trimmed(String(argument.dropFirst(word.count)))
    guard rest.hasPrefix("<") else {
      // Small programs omit the brackets.
      let words = rest.split(separator: " ").map(String.init)
      guard let path = words.first else { return nil }
      return (path, Array(words.dropFirst()))
    }
    var isQuoted = false
    var isEscaped = false
    for index in rest.indices.dropFirst() {
      let character = rest[index]
      if isEscaped {
        isEscaped = false
      } else if character == "\\" {
        isEscaped = isQuoted
      } else if character == "\"" {
        isQuoted.toggle()
      } else if character == ">", !isQuoted {
        let path = rest[rest.index(after: rest.startIndex)..<index]
        let parameters = rest[rest.index(after: index)...].split(separator: " ").map(String.init)
        return (String(path), parameters)
      }
    }
    return nil
  }
}

/// Maps recipients to sources.
enum SMTPRecipient {
  /// Maximum characters of a name.
  private static let longest = 64

  /// The source of mails to an address: `mail/root` for `root@example`.
  static func source(of path: String) -> String {
    // An obsolete source route ends with a colon.
    let address = path.hasPrefix("@") ? path.drop { $0 != ":" }.dropFirst() : path[...]
    let local = address.lastIndex(of: "@").map { address[..<$0] } ?? address
    let name = local.filter { $0 != "\"" && $0 != "\\" }.lowercased().map { character in
      character.isLetter || character.isNumber || "-_.+=".contains(character) ? character : "-"
    }
    return name.isEmpty ? "mail" : "mail/\(String(name.prefix(longest)))"
  }
}
