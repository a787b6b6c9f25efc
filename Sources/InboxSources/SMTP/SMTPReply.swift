/// A reply to an SMTP client (RFC 5321, 4.2), with the enhanced status codes of RFC 3463.
struct SMTPReply: Error, Sendable, Hashable {
  /// The reply code.
  let code: Int
  /// Its lines.
  let lines: [String]

  init(_ code: Int, _ lines: String...) { (self.code, self.lines) = (code, lines) }

  /// Whether it refuses what a client sent, and no other report tells of it.
  var isRefusal: Bool {
    code >= 400 && ![.timedOut, .ending, .busy, .notStored, .diskFull].contains(self)
  }

  /// The code and the text, for the log.
  var summary: String { "\(code) \(lines.joined(separator: " "))" }

  init(_ code: Int, lines: [String]) { (self.code, self.lines) = (code, lines) }

  /// The reply as sent.
  var text: String {
    lines.enumerated().map { index, line in
      "\(code)\(index < lines.count - 1 ? "-" : " ")\(line)\r\n"
    }.joined()
  }
}

extension SMTPReply {
  static let greeting = SMTPReply(220, "bell ESMTP ready")
  static let ok = SMTPReply(250, "2.0.0 OK")
  static let goodbye = SMTPReply(221, "2.0.0 Goodbye")
  static let sender = SMTPReply(250, "2.1.0 Sender OK")
  static let recipient = SMTPReply(250, "2.1.5 Recipient OK")
  static let stored = SMTPReply(250, "2.0.0 Stored")
  static let beginMail = SMTPReply(354, "End the mail with a dot on a line of its own")
  static let beginTLS = SMTPReply(220, "2.0.0 Ready to start TLS")
  static let authenticated = SMTPReply(235, "2.7.0 Authentication succeeded")
  static let unverified = SMTPReply(252, "2.5.2 Any recipient is taken")
  static let timedOut = SMTPReply(421, "4.4.2 Nothing was sent for too long")
  static let ending = SMTPReply(421, "4.3.2 The service ends; try again")
  static let tooManyConnections = SMTPReply(421, "4.7.0 Too many connections; try again later")
  static let tooManyErrors = SMTPReply(421, "4.7.0 Too many errors")
  static let noSMTP = SMTPReply(421, "4.7.0 This is SMTP")
  static let tooManyMails = SMTPReply(450, "4.7.1 Too many mails; try again later")
  static let busy = SMTPReply(451, "4.3.0 The inbox is busy; try again later")
  static let notStored = SMTPReply(451, "4.3.0 The mail could not be stored; try again later")
  static let diskFull = SMTPReply(452, "4.3.1 The disk of the inbox is full; try again later")
  static let tooManyRecipients = SMTPReply(452, "4.5.3 Too many recipients")
  static let tokensUnreadable = SMTPReply(454, "4.7.0 The tokens cannot be read")
  static let badLine = SMTPReply(
    500, "5.5.2 Lines end with CR LF, and have no more than 12288 bytes")
  static let unknownCommand = SMTPReply(500, "5.5.1 Unknown command")
  static let badArgument = SMTPReply(501, "5.5.4 The argument cannot be read")
  static let cancelled = SMTPReply(501, "5.7.0 Authentication cancelled")
  static let notImplemented = SMTPReply(502, "5.5.1 Not implemented")
  static let badOrder = SMTPReply(503, "5.5.1 Commands in the wrong order")
  static let unknownMechanism = SMTPReply(504, "5.5.4 Known are PLAIN and LOGIN")
  static let unauthenticated = SMTPReply(
    530, "5.7.0 Authentication required: a token of http.token_file as password")
  static let needsTLS = SMTPReply(538, "5.7.11 Encryption required: STARTTLS first")
  static let badCredentials = SMTPReply(535, "5.7.8 The password is none of the tokens")
  static let tooLarge = SMTPReply(552, "5.3.4 The mail is too large; see smtp.size")
  static let unknownParameter = SMTPReply(555, "5.5.4 A parameter is not known")
  static func refused(_ reason: String) -> SMTPReply { SMTPReply(554, "5.6.0 \(reason)") }
  static func challenge(_ text: String) -> SMTPReply { SMTPReply(334, text) }
}
