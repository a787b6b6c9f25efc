/// The AUTH command (RFC 4954, 4): the token is the password or the user.
extension SMTPSession {
  /// Handles the AUTH command.
  mutating func authenticate(_ command: SMTPCommand) -> [Step] {
    guard isBetweenMails, !isAuthenticated else { return [.reply(.badOrder)] }
    guard rules.isToken != nil else { return [.reply(.notImplemented)] }
    guard takesCredentials else { return [.reply(.needsTLS)] }
    let words = command.argument.split(separator: " ", maxSplits: 1).map(String.init)
    let first = words.count > 1 ? Array(words[1].utf8) : nil
    switch words.first?.uppercased() {
    case "PLAIN":
      question = .plain
      return first.map { answer($0) } ?? [.reply(.challenge(""))]
    case "LOGIN":
      question = .user
      return first.map { answer($0) } ?? [.reply(.challenge("VXNlcm5hbWU6"))]
    default: return [.reply(.unknownMechanism)]
    }
  }

  /// Handles the response to the current challenge.
  mutating func answer(_ line: [UInt8]) -> [Step] {
    let asked = question
    question = nil
    let encoded = HTTPCall.trimmed(String(decoding: line, as: UTF8.self))
    guard encoded != "*" else { return [.reply(.cancelled)] }
    guard let text = encoded == "=" ? "" : Base64.text(encoded) else {
      return [.reply(.badArgument)]
    }
    switch asked {
    case .user:
      question = .password(user: text)
      return [.reply(.challenge("UGFzc3dvcmQ6"))]
    case .password(let user): return [.reply(check([text, user]))]
    default:
      // Authorization identity, user and password, separated by NULs.
      let parts = text.split(separator: "\0", omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 3 else { return [.reply(.badArgument)] }
      return [.reply(check([parts[2], parts[1]]))]
    }
  }

  private mutating func check(_ candidates: [String]) -> SMTPReply {
    do {
      guard let isToken = rules.isToken,
        try candidates.contains(where: { try !$0.isEmpty && isToken($0) })
      else { return .badCredentials }
      isAuthenticated = true
      return .authenticated
    } catch {
      return .tokensUnreadable
    }
  }
}
