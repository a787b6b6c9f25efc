import InboxCore
import Logging

/// Stores desktop notifications, blocking the thread of the connection.
struct DesktopIntake {
  /// A notification to store.
  struct Delivery {
    /// The call.
    var call: NotifyCall
    /// The message that it replaces.
    var known: DesktopMessage?
  }

  private let context: SourceContext
  private let images: DesktopImageFolder
  private var allowances: [String: Allowance] = [:]
  /// The last notification of each thing with a tag.
  private var tagged: [String: NotifyCall] = [:]

  /// The rate limits of a sender; urgent notifications get through a flood of others.
  private struct Allowance {
    var usual = LineAllowance()
    var urgent = LineAllowance()

    mutating func takes(isUrgent: Bool) -> Bool {
      usual.takesLine() || isUrgent && urgent.takesLine()
    }
  }

  /// Maximum tracked tags.
  private static let mostTags = 256

  /// Maximum tracked senders.
  private static let mostSenders = 256

  init(_ context: SourceContext) {
    self.context = context
    images = DesktopImageFolder(in: context.folder)
  }

  /// The inbox.
  var inbox: Inbox { context.intake.inbox }

  /// Whether the rate limit allows another notification of a sender.
  mutating func admits(_ sender: String, isUrgent: Bool = false) -> Bool {
    if allowances[sender] == nil, allowances.count >= Self.mostSenders { allowances = [:] }
    return allowances[sender, default: Allowance()].takes(isUrgent: isUrgent)
  }

  /// Reports a notification that the rate limit left out.
  func hasDropped(_ call: NotifyCall) {
    context.hasRefused("too many notifications come from one program", at: call.source)
  }

  /// Stores notifications in one transaction; returns their messages, nil for those not stored.
  ///
  /// - Throws: `InboxError`; none of them is then stored.
  mutating func store(_ deliveries: [Delivery]) throws -> [DesktopMessage?] {
    let payloads = deliveries.map { delivery in
      var payload = delivery.call.payload(replacing: delivery.known.map { ($0.source, $0.id) })
      if let last = exchangeLast(of: delivery.call), delivery.call.differsOnlyInValue(from: last) {
        payload.resurfaces = false
      }
      if let image = delivery.call.pixels, let attachment = images.attachment(of: image) {
        payload.attachments = .set([attachment])
      }
      return payload
    }
    let results = try push(payloads)
    context.hasReceived(results.count { $0.isStored })
    return zip(payloads, results).map { payload, result in
      if let reason = context.wording.reason(result) { context.log.debug("not stored: \(reason)") }
      return result.stored.map { number, id in
        DesktopMessage(number: number, source: payload.source ?? NotifyCall.sourceRoot, id: id)
      }
    }
  }

  /// Saves a notification as the last one of its tag; returns the previous one.
  private mutating func exchangeLast(of call: NotifyCall) -> NotifyCall? {
    guard let thing = call.taggedThing else { return nil }
    if tagged.count >= Self.mostTags { tagged = [:] }
    var call = call
    // Images may be large.
    call.hints = call.hints.filter { $0.key == "value" || $0.key == "urgency" }
    return tagged.updateValue(call, forKey: thing)
  }

  /// Removes the actions of a message whose sender no longer handles them.
  func clearActions(of message: DesktopMessage) throws {
    var payload = Payload()
    (payload.id, payload.source) = (message.id, message.source)
    payload.actions = .cleared
    _ = try push([payload])
  }

  private func push(_ payloads: [Payload]) throws -> [PushResult] {
    try context.intake.pushAndWait(payloads, from: NotifyCall.sourceRoot)
  }
}

/// The message of a desktop notification.
struct DesktopMessage: Sendable, Hashable {
  var number: MessageNumber
  var source: String
  var id: String
}

extension NotifyCall {
  /// Whether it is among those that get through a flood.
  var isUrgent: Bool { priority >= .high }

  /// The thing of which it tells the newest state; nil for a notification of its own.
  var thing: String? { replacedID != 0 ? "id \(replacedID)" : taggedThing }

  /// The thing that its tag names within its source; nil for none.
  fileprivate var taggedThing: String? { tag.map { "tag \(source) \($0)" } }
}
