/// A mail received from an SMTP client.
struct SMTPMail: Sendable, Hashable {
  /// The source, from the first recipient.
  var source: String
  /// The bytes of the mail.
  var bytes: [UInt8]
}

/// The state of an SMTP session and its replies (RFC 5321, 4954).
struct SMTPSession {
  /// The rules for all sessions of a listener.
  struct Rules: Sendable {
    /// Maximum bytes of a mail.
    var mostBytes = 25 << 20
    /// Whether a client must authenticate.
    var asksForToken = false
    /// Whether STARTTLS is available.
    var hasTLS = false
    /// Checks whether a text is a token; nil if there are no tokens.
    var isToken: (@Sendable (String) throws -> Bool)?
    /// Whether the rate limit allows another mail now.
    var allowsMail: @Sendable () -> Bool = { true }
  }

  /// A step to perform.
  enum Step: Hashable {
    /// Send a reply.
    case reply(SMTPReply)
    /// Read a mail next.
    case readMail(atMost: Int)
    /// Store a mail, then call `stored`.
    case store(SMTPMail)
    /// Start TLS.
    case startTLS
    /// Close the connection.
    case close
  }

  /// The challenge of AUTH that the next line responds to.
  enum Question: Hashable {
    case plain
    case user
    case password(user: String)
  }

  /// Maximum recipients of a mail, and maximum errors of a client.
  private static let (mostRecipients, mostErrors) = (100, 20)
  /// HTTP methods at the start of a line: a web page must not send mails.
  private static let ofHTTP: Set<String> = [
    "GET", "HEAD", "POST", "PUT", "DELETE", "CONNECT", "OPTIONS", "TRACE", "PATCH", "PRI", "HOST:",
  ]

  let rules: Rules
  /// Whether the connection is encrypted.
  let isEncrypted: Bool
  var question: Question?
  var isAuthenticated = false
  private var hasGreeted = false
  private var hasSender = false
  private var sources: [String] = []
  private var errorCount = 0

  /// Starts a session.
  init(_ rules: Rules, isEncrypted: Bool = false) {
    (self.rules, self.isEncrypted) = (rules, isEncrypted)
  }

  /// Handles a piece of the input.
  mutating func take(_ piece: SMTPLines.Piece) -> [Step] {
    let steps: [Step]
    switch piece {
    case .line(let line): steps = question == nil ? take(SMTPCommand(line)) : answer(line)
    case .badLine: steps = [.reply(.badLine)]
    case .mail(let bytes): return [.store(SMTPMail(source: sources.first ?? "mail", bytes: bytes))]
    case .largeMail: return stored(.tooLarge)
    }
    for case .reply(let reply) in steps where reply.code >= 500 { errorCount += 1 }
    return errorCount > Self.mostErrors ? [.reply(.tooManyErrors), .close] : steps
  }

  /// Handles the result of the last stored mail.
  mutating func stored(_ reply: SMTPReply) -> [Step] {
    reset()
    return [.reply(reply)]
  }

  private mutating func reset() { (hasSender, sources) = (false, []) }

  private mutating func take(_ command: SMTPCommand) -> [Step] {
    if !hasGreeted, Self.ofHTTP.contains(command.verb) { return [.reply(.noSMTP), .close] }
    switch command.verb {
    case "EHLO": return [.reply(greet(command, isExtended: true))]
    case "HELO": return [.reply(greet(command, isExtended: false))]
    case "MAIL": return [.reply(takeSender(command))]
    case "RCPT": return [.reply(takeRecipient(command))]
    case "DATA": return beginMail()
    case "STARTTLS": return startTLS()
    case "AUTH": return authenticate(command)
    case "RSET":
      reset()
      return [.reply(.ok)]
    case "NOOP": return [.reply(.ok)]
    case "VRFY": return [.reply(.unverified)]
    case "QUIT": return [.reply(.goodbye), .close]
    case "BDAT", "EXPN", "HELP", "TURN", "ETRN": return [.reply(.notImplemented)]
    default: return [.reply(.unknownCommand)]
    }
  }

  private mutating func greet(_ command: SMTPCommand, isExtended: Bool) -> SMTPReply {
    guard !command.argument.isEmpty else { return .badArgument }
    reset()
    hasGreeted = true
    guard isExtended else { return SMTPReply(250, "bell") }
    var lines = [
      "bell", "PIPELINING", "SIZE \(rules.mostBytes)", "8BITMIME", "SMTPUTF8",
      "ENHANCEDSTATUSCODES",
    ]
    if rules.hasTLS, !isEncrypted { lines.append("STARTTLS") }
    if takesCredentials { lines.append("AUTH PLAIN LOGIN") }
    return SMTPReply(250, lines: lines)
  }

  private mutating func takeSender(_ command: SMTPCommand) -> SMTPReply {
    guard hasGreeted, !hasSender else { return .badOrder }
    guard isAuthenticated || !rules.asksForToken else { return .unauthenticated }
    guard let (_, parameters) = command.path(behind: "FROM:") else { return .badArgument }
    for parameter in parameters {
      let parts = parameter.split(separator: "=", maxSplits: 1).map(String.init)
      switch parts.first?.uppercased() {
      case "SIZE":
        guard parts.count > 1, let size = Int(parts[1]), size >= 0 else { return .badArgument }
        guard size <= rules.mostBytes else { return .tooLarge }
      case "BODY", "SMTPUTF8", "AUTH", "RET", "ENVID": break
      default: return .unknownParameter
      }
    }
    guard rules.allowsMail() else { return .tooManyMails }
    hasSender = true
    return .sender
  }

  private mutating func takeRecipient(_ command: SMTPCommand) -> SMTPReply {
    guard hasSender else { return .badOrder }
    guard let (path, _) = command.path(behind: "TO:"), !path.isEmpty else { return .badArgument }
    guard sources.count < Self.mostRecipients else { return .tooManyRecipients }
    sources.append(SMTPRecipient.source(of: path))
    return .recipient
  }

  private func beginMail() -> [Step] {
    guard !sources.isEmpty else { return [.reply(.badOrder)] }
    return [.reply(.beginMail), .readMail(atMost: rules.mostBytes)]
  }

  private func startTLS() -> [Step] {
    guard rules.hasTLS else { return [.reply(.notImplemented)] }
    guard !isEncrypted else { return [.reply(.badOrder)] }
    return [.reply(.beginTLS), .startTLS]
  }

  /// Whether AUTH is allowed; with a certificate, only over TLS.
  var takesCredentials: Bool { rules.isToken != nil && (isEncrypted || !rules.hasTLS) }

  /// Whether the client has greeted and no mail is in progress.
  var isBetweenMails: Bool { hasGreeted && !hasSender }
}
