import InboxCore
import InboxSettings
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
  private var allowances: [String: LineAllowance] = [:]
  private var droppedCount = 0
  /// The last notification for each tag of a source.
  private var tagged: [Place: NotifyCall] = [:]

  /// The key of a tagged notification.
  private struct Place: Hashable {
    var source: String
    var tag: String
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

  /// Whether the rate limit allows another notification of a sender; the source's state reports
  /// drops.
  mutating func admits(_ sender: String) -> Bool {
    if allowances[sender] == nil, allowances.count >= Self.mostSenders { allowances = [:] }
    if allowances[sender, default: LineAllowance()].takesLine() { return true }
    droppedCount += 1
    context.isDropping(droppedCount)
    return false
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
      switch result {
      case .inserted(let number, let id), .merged(let number, let id):
        return DesktopMessage(
          number: number, source: payload.source ?? NotifyCall.sourceRoot, id: id)
      case .ignored, .refused: return nil
      }
    }
  }

  /// Saves a notification as the last one of its tag; returns the previous one.
  private mutating func exchangeLast(of call: NotifyCall) -> NotifyCall? {
    guard let tag = call.tag else { return nil }
    if tagged.count >= Self.mostTags { tagged = [:] }
    let place = Place(source: call.source, tag: tag)
    var call = call
    // Images may be large.
    call.hints = call.hints.filter { $0.key == "value" || $0.key == "urgency" }
    return tagged.updateValue(call, forKey: place)
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

extension SourceContext {
  /// Reports that notifications are dropped because of the rate limit.
  fileprivate func isDropping(_ count: Int) {
    if count == 1 { log.warning("too many notifications come from one program; some are dropped") }
    board.update(name) { state, now in
      state.note(
        "\(count) notifications dropped, because too many came from one program", at: now)
    }
  }
}
