import InboxCore

/// A notification daemon for the desktop that turns notifications into messages.
///
/// Desktop Notifications Specification, version 1.2.
struct DesktopServer: BusRole {
  /// A notification to store, and the call that awaits its id.
  private struct Pending {
    var request: BusMessage
    var delivery: DesktopIntake.Delivery
    var id: UInt32
  }

  private let bus: BusConnection
  private let program: DesktopProgram
  private let context: SourceContext
  private var intake: DesktopIntake
  private var open = OpenNotifications()
  private var pending: [Pending] = []
  private var held = HeldCalls<Pending>()

  /// The verbs of the log for what a person did.
  static let verbs: Set<LogEntry.Verb> = [
    .acted, .opened, .viewed, .read, .done, .deleted, .purged, .pruned,
  ]

  /// Requests the bus name of the desktop's notification daemon.
  ///
  /// - Throws: ``SourceError`` if another program owns it.
  init(on bus: BusConnection, in context: SourceContext, as program: DesktopProgram) throws {
    (self.bus, self.context, self.program) = (bus, context, program)
    intake = DesktopIntake(context)
    let doNotQueue: UInt32 = 4
    let name = BusPlace.notifications.name
    let answer = try bus.call(
      .call("RequestName", of: .bus, [.text(name), .unsigned(doNotQueue)]))
    let isOwner = [1, 4].contains(answer.arguments().first?.integer)
    guard isOwner else {
      let owner = bus.owner(of: name) ?? "another program"
      throw SourceError(
        "\(owner) owns \(name) already; end it, or set desktop.receive = \"monitor\"")
    }
    context.isRunning("receives notifications as \(name)")
  }

  mutating func receive(_ messages: [BusMessage]) throws {
    for message in messages {
      switch message.kind {
      case .call: try take(message)
      case .signal where message.member == "NameLost" && message.sender == BusPlace.bus.name:
        throw SourceError("another program has taken \(BusPlace.notifications.name)")
      default: break
      }
    }
    try store()
  }

  private mutating func take(_ request: BusMessage) throws {
    switch (request.interface ?? BusPlace.notifications.interface, request.member ?? "") {
    case (BusPlace.notifications.interface, "Notify"): try notify(request)
    case (BusPlace.notifications.interface, "CloseNotification"):
      try store()
      try closeNotification(request)
    case (BusPlace.notifications.interface, "GetCapabilities"):
      try answer(request, [.texts(Self.capabilities)])
    case (BusPlace.notifications.interface, "GetServerInformation"):
      try answer(
        request, [program.name, program.name, program.version, "1.2"].map(BusArgument.text))
    case ("org.freedesktop.DBus.Introspectable", "Introspect"):
      try answer(request, [.text(Self.introspection)])
    case ("org.freedesktop.DBus.Peer", "Ping"): try answer(request)
    default: try refuse(request, "UnknownMethod", "there is no such method here")
    }
  }

  private func answer(_ request: BusMessage, _ arguments: [BusArgument] = []) throws {
    if request.awaitsAnswer { bus.send(try request.answer(arguments)) }
  }

  private func refuse(_ request: BusMessage, _ name: String, _ text: String) throws {
    guard request.awaitsAnswer else { return }
    bus.send(try request.refusal("org.freedesktop.DBus.Error.\(name)", text))
  }
}

extension DesktopServer {
  private mutating func notify(_ request: BusMessage) throws {
    guard let call = NotifyCall(request) else {
      let reason = "Notify takes arguments of the types \(NotifyCall.signature)"
      context.hasRefused(reason)
      return try refuse(request, "InvalidArgs", reason)
    }
    guard !call.isOwn else {
      return try answer(request, [.unsigned(open.makeID())])
    }
    let sender = request.sender ?? ""
    let isNow = intake.admits(sender, isUrgent: call.isUrgent)
    let canWait = call.thing.map { held.has($0) || !held.isFull } ?? false
    guard isNow || canWait else {
      intake.hasDropped(call)
      return try refuse(request, "LimitsExceeded", "too many notifications come from you")
    }
    let replaced = call.replacedID
    let state = Pending(
      request: request, delivery: .init(call: call), id: replaced == 0 ? open.makeID() : replaced)
    guard let thing = call.thing else { return try enqueue(state) }
    // The state before is not waited for any more.
    let superseded =
      isNow ? held.take(thing) : held.hold(state, of: thing, from: sender)
    if let superseded { try answer(superseded.request, [.unsigned(superseded.id)]) }
    if isNow { try enqueue(state) }
  }

  private mutating func enqueue(_ state: Pending) throws {
    let replaced = state.delivery.call.replacedID
    if replaced != 0, pending.contains(where: { $0.id == replaced }) { try store() }
    var state = state
    state.delivery.known = open.message(of: replaced)
    pending.append(state)
  }

  /// Stores the pending notifications and replies to the calls.
  private mutating func store() throws {
    guard !pending.isEmpty else { return }
    let batch = pending
    pending = []
    let messages: [DesktopMessage?]
    do {
      messages = try intake.store(batch.map(\.delivery))
      context.canReceive()
    } catch {
      let reason = context.wording.text(error)
      context.cannotReceive(reason, refusing: batch.count)
      return try batch.forEach { try refuse($0.request, "Failed", reason) }
    }
    for (pending, message) in zip(batch, messages) {
      try answer(pending.request, [.unsigned(pending.id)])
      guard let message else { continue }
      let call = pending.delivery.call
      if call.tag != nil {
        for earlier in open.entries(of: [message.number]) where earlier.id != pending.id {
          try close(earlier, .expired)
        }
      }
      let end = call.timeout > 0 ? ContinuousClock.now + .milliseconds(call.timeout) : nil
      let dropped = open.open(
        .init(
          id: pending.id, message: message, actions: call.actions, isResident: call.isResident,
          end: end))
      if let dropped { try emitClosed(dropped.id, .other) }
    }
  }

  private mutating func closeNotification(_ request: BusMessage) throws {
    guard request.signature == "u", let id = request.arguments().first?.integer else {
      return try refuse(request, "InvalidArgs", "CloseNotification takes the number")
    }
    // The last state comes before the end.
    if let last = held.take("id \(id)") {
      try enqueue(last)
      try store()
    }
    guard let entry = open.close(UInt32(truncatingIfNeeded: id)) else {
      return try refuse(request, "Failed", "")
    }
    _ = try intake.inbox.markRead([entry.message.number])
    try clearActions(of: entry)
    // Stored before the reply.
    try answer(request)
    try emitClosed(entry.id, .closed)
  }

  private func emitClosed(_ id: UInt32, _ reason: ClosingReason) throws {
    bus.send(
      try .signal(
        "NotificationClosed", of: .notifications, [.unsigned(id), .unsigned(reason.rawValue)]))
  }

  /// Removes the actions from the message of a closed notification, unless another id of it is
  /// open.
  private func clearActions(of entry: OpenNotifications.Entry) throws {
    guard !entry.actions.isEmpty, open.entries(of: [entry.message.number]).isEmpty else { return }
    try intake.clearActions(of: entry.message)
  }
}

extension DesktopServer {
  mutating func observe(_ entries: [LogEntry], moved: [MessageNumber]) throws {
    for entry in entries {
      for notification in open.entries(of: Set(entry.numbers)) {
        try notifySender(of: entry, notification)
      }
    }
  }

  /// Notifies the sender of what a person did to a message.
  private mutating func notifySender(
    of entry: LogEntry, _ notification: OpenNotifications.Entry
  ) throws {
    switch entry.verb {
    // What was chosen on another machine acts there.
    case .acted where entry.isOwn:
      guard let action = notification.actions.first(where: { $0.label == entry.detail }) else {
        return
      }
      try invoke(action.key, of: notification)
    case .opened
    where entry.isOwn && notification.actions.contains { $0.key == DesktopAction.defaultKey }:
      try invoke(DesktopAction.defaultKey, of: notification)
    case .deleted, .purged: try close(notification, .dismissed)
    case .pruned: try close(notification, .other)
    // A notification with actions stays open until one is chosen.
    default: if notification.actions.isEmpty { try close(notification, .dismissed) }
    }
  }

  private mutating func invoke(
    _ key: String, of notification: OpenNotifications.Entry
  ) throws {
    bus.send(
      try .signal(
        "ActionInvoked", of: .notifications, [.unsigned(notification.id), .text(key)]))
    if !notification.isResident { try close(notification, .dismissed) }
  }

  private mutating func close(
    _ notification: OpenNotifications.Entry, _ reason: ClosingReason
  ) throws {
    open.close(notification.id)
    try emitClosed(notification.id, reason)
  }

  var deadline: ContinuousClock.Instant? { [open.nextEnd, held.nextTry].compactMap(\.self).min() }

  /// An expired notification stays in the inbox without actions; its sender no longer handles them.
  mutating func expire(at now: ContinuousClock.Instant) throws {
    if let next = held.nextTry, next <= now {
      // What waited is stored if the limits allow it now.
      for state in held.release(where: { intake.admits($0) }) { try enqueue(state) }
      try store()
    }
    for notification in open.ended(by: now) {
      try close(notification, .expired)
      try clearActions(of: notification)
    }
  }
}
