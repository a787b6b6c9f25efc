/// A command of an SMTP client: a verb, and what stands behind it.
struct SMTPCommand {
  /// The verb, in capitals.
  let verb: String
  /// What stands behind it, without blanks around it.
  let argument: String

  /// Reads a line; bytes that are no UTF-8 become marks of it.
  init(_ line: [UInt8]) {
    let text = String(decoding: line, as: UTF8.self)
    let parts = text.split(separator: " ", maxSplits: 1)
    verb = parts.first.map { $0.uppercased() } ?? ""
    argument = parts.count > 1 ? HTTPCall.trimmed(String(parts[1])) : ""
  }

  /// The path and the parameters of `FROM:<me@example> SIZE=10` or `TO:<…>`; nil where it is neither.
  func path(behind word: String) -> (path: String, parameters: [String])? {
    guard argument.uppercased().hasPrefix(word) else { return nil }
    let rest = HTTPCall.trimmed(String(argument.dropFirst(word.count)))
    guard rest.hasPrefix("<") else {
      // Small programs leave the brackets out.
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

/// Names of recipients as sources.
enum SMTPRecipient {
  /// Most characters of a name.
  private static let longest = 64

  /// The source of mails to an address: `mail/root` for `root@example`.
  static func source(of path: String) -> String {
    // A route, which nobody uses any more, ends with a colon.
    let address = path.hasPrefix("@") ? path.drop { $0 != ":" }.dropFirst() : path[...]
    let local = address.lastIndex(of: "@").map { address[..<$0] } ?? address
    let name = local.filter { $0 != "\"" && $0 != "\\" }.lowercased().map { character in
      character.isLetter || character.isNumber || "-_.+=".contains(character) ? character : "-"
    }
    return name.isEmpty ? "mail" : "mail/\(String(name.prefix(longest)))"
  }
}
