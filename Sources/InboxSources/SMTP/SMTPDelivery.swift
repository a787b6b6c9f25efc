import InboxCore
import InboxMail

/// Stores the mails of SMTP clients; a mail is acknowledged once it is on disk.
struct SMTPDelivery: Sendable {
  let context: SourceContext

  /// Stores a mail and returns the reply.
  func store(_ mail: SMTPMail) async -> SMTPReply {
    do {
      let inbox = context.intake.inbox
      let payload = try await onBlockingQueue {
        let message = MailMessage(mail.bytes)
        var payload = message.payload
        payload.source = mail.source
        try message.joinThread(of: &payload, in: inbox)
        return payload
      }
      let result = try await context.intake.push([payload], from: "mail").first
      context.canReceive()
      return answer(result)
    } catch {
      context.cannotReceive(context.wording.text(error))
      return SMTPReply(storing: error)
    }
  }

  private func answer(_ result: PushResult?) -> SMTPReply {
    switch result {
    case .inserted, .merged:
      context.hasReceived(1)
      return .stored
    case .ignored(.droppedByRule): return .stored
    case .some(let other): return .refused(context.wording.reason(other) ?? "It cannot be stored")
    case nil: return .notStored
    }
  }
}

extension SMTPReply {
  /// Why the inbox did not store something.
  init(storing error: any Error) {
    switch error as? InboxError {
    case .diskFull, .fileSizeLimit: self = .diskFull
    case .busy: self = .busy
    default: self = .notStored
    }
  }
}
