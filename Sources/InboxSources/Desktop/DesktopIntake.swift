import InboxCore
import InboxSettings
import Logging

/// Stores what comes from a desktop, and waits for it, on the thread of the connection.
struct DesktopIntake {
  /// A notification that waits to be stored.
  struct Delivery {
    /// What was asked for.
    var call: NotifyCall
    /// The message that it replaces.
    var known: DesktopMessage?
  }

  private let context: SourceContext
  private let images: DesktopImageFolder
  private var allowances: [String: LineAllowance] = [:]
  private var droppedCount = 0
  /// The last notification of each tag of a source.
  private var tagged: [Place: NotifyCall] = [:]

  /// What a tag names.
  private struct Place: Hashable {
    var source: String
    var tag: String
  }

  /// Tags that are remembered at once.
  private static let mostTags = 256

  /// Senders whose allowances are remembered at once.
  private static let mostSenders = 256

  init(_ context: SourceContext) {
    self.context = context
    images = DesktopImageFolder(in: context.folder)
  }

  /// The inbox.
  var inbox: Inbox { context.intake.inbox }

  /// Whether a sender may send one more; who sends too many is told of in the source's state.
  mutating func admits(_ sender: String) -> Bool {
    if allowances[sender] == nil, allowances.count >= Self.mostSenders { allowances = [:] }
    if allowances[sender, default: LineAllowance()].takesLine() { return true }
    droppedCount += 1
    context.isDropping(droppedCount)
    return false
  }

  /// Stores notifications in one transaction; the message of each, nil for one that was not kept.
  ///
  /// - Throws: `InboxError`; then none of them is stored.
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

  /// Remembers a notification as the last one of its tag; returns the one before it.
  private mutating func exchangeLast(of call: NotifyCall) -> NotifyCall? {
    guard let tag = call.tag else { return nil }
    if tagged.count >= Self.mostTags { tagged = [:] }
    let place = Place(source: call.source, tag: tag)
    var call = call
    // The pixels of its image may be many.
    call.hints = call.hints.filter { $0.key == "value" || $0.key == "urgency" }
    return tagged.updateValue(call, forKey: place)
  }

  /// Takes the actions off a message, as nobody listens for them any more.
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

/// The message that a notification of a desktop became.
struct DesktopMessage: Sendable, Hashable {
  var number: MessageNumber
  var source: String
  var id: String
}

extension SourceContext {
  /// Tells that notifications are dropped because too many come.
  fileprivate func isDropping(_ count: Int) {
    if count == 1 { log.warning("too many notifications come from one program; some are dropped") }
    board.update(name) { state, now in
      state.note(
        "\(count) notifications dropped, because too many came from one program", at: now)
    }
  }
}
