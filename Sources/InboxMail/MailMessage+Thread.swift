package import InboxCore

extension MailMessage {
  /// Sets the thread of its conversation, also of the mail that began it.
  ///
  /// A mail alone has no thread, so that it folds and looks like any other message. The first
  /// answer gives both the Message-ID of the first mail as their thread, in whichever order they
  /// arrive.
  ///
  /// - Throws: `InboxError`.
  package func joinThread(of payload: inout Payload, in inbox: Inbox) throws {
    guard let thread = payload.thread.value else {
      let own = messageID.map { Self.cut($0, to: Self.longestThread) }
      if let own, try inbox.hasThread(own) { payload.thread = .set(own) }
      return
    }
    let earlier = try inbox.mails(withID: thread)
    if let known = earlier.lazy.compactMap(\.thread).first { payload.thread = .set(known) }
    let alone = earlier.filter { $0.thread == nil }.map { mail in
      var joined = Payload()
      (joined.id, joined.source, joined.isSilent) = (mail.id, mail.source, true)
      joined.thread = payload.thread
      return joined
    }
    if !alone.isEmpty { _ = try inbox.push(alone, defaultSource: "mail") }
  }
}

extension Inbox {
  /// Whether a message of the thread is stored, also a hidden one.
  fileprivate func hasThread(_ name: String) throws -> Bool {
    try count(matching: MessageFilter([.init(.thread(name)), .init(.anyState)])) > 0
  }

  /// The mails with a Message-ID; several sources may have received it.
  fileprivate func mails(withID id: String) throws -> [Message] {
    let prefix = id + "#"
    let found = try resolve([prefix])
    let numbers = found.numbers + (found.candidates[prefix] ?? []).map(\.number)
    return try messages(numbers)
  }
}
