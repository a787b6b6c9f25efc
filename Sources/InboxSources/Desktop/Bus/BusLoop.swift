import Foundation
import InboxCore

/// A role of this program on a bus, on the thread of its connection.
protocol BusRole {
  /// Handles received messages.
  mutating func receive(_ messages: [BusMessage]) throws
  /// Observes changes of the inbox.
  mutating func observe(_ entries: [LogEntry], moved: [MessageNumber]) throws
  /// When ``expire(at:)`` is to be called; nil for never.
  var deadline: ContinuousClock.Instant? { get }
  /// Performs what is due.
  mutating func expire(at now: ContinuousClock.Instant) throws
}

/// The loop of the thread that owns a connection.
enum BusLoop {
  /// Connects and runs a role until the task is cancelled or the bus disconnects.
  ///
  /// - Parameters:
  ///   - address: The address of the bus.
  ///   - context: The source's context.
  ///   - verbs: The verbs of the log that the role observes; empty for none.
  ///   - makeRole: Makes the role, on the thread of the connection.
  /// - Throws: ``SourceError``, ``BusRefusal``, `InboxError`.
  static func run<Role: BusRole>(
    on address: String, in context: SourceContext, following verbs: Set<LogEntry.Verb>,
    _ makeRole: @escaping @Sendable (BusConnection) throws -> Role
  ) async throws {
    let mailbox = try BusMailbox()
    let token = try verbs.isEmpty ? nil : observe(context.intake.inbox, verbs, into: mailbox)
    defer { token?.cancel() }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread {
          continuation.resume(
            with: Result { try play(on: address, mailbox, makeRole) })
        }
      }
    } onCancel: {
      mailbox.cancel()
    }
  }

  private static func observe(
    _ inbox: Inbox, _ verbs: Set<LogEntry.Verb>, into mailbox: BusMailbox
  ) throws -> ObservationToken {
    try inbox.observe { change in
      let isClock = change.entries.isEmpty && !change.isReload
      mailbox.post(
        change.entries.filter { verbs.contains($0.verb) }, moved: isClock ? change.updated : [])
    }
  }

  private static func play<Role: BusRole>(
    on address: String, _ mailbox: BusMailbox, _ makeRole: (BusConnection) throws -> Role
  ) throws {
    do {
      let bus = try BusConnection(to: address, waking: mailbox)
      var role = try makeRole(bus)
      while !mailbox.isCancelled {
        try playRound(of: &role, on: bus, mailbox)
        if !bus.hasMessages, mailbox.isIdle { try bus.wait(until: role.deadline) }
      }
    } catch is CancellationError {}
  }

  /// Delivers received messages and releases them: libdbus stops reading while too many are
  /// retained.
  private static func playRound<Role: BusRole>(
    of role: inout Role, on bus: BusConnection, _ mailbox: BusMailbox
  ) throws {
    let messages = try bus.messages()
    if !messages.isEmpty { try role.receive(messages) }
    let news = mailbox.take()
    if !news.entries.isEmpty || !news.moved.isEmpty {
      try role.observe(news.entries, moved: news.moved)
    }
    if let deadline = role.deadline, deadline <= .now { try role.expire(at: .now) }
  }
}

/// The address of the bus of a session.
enum BusAddress {
  /// The configured address, else the session's, else the default path.
  ///
  /// - Throws: ``SourceError`` if there is none.
  static func find(
    _ configured: String, _ variables: [String: String] = ProcessInfo.processInfo.environment
  ) throws -> String {
    if !configured.isEmpty { return configured }
    if let address = variables["DBUS_SESSION_BUS_ADDRESS"], !address.isEmpty { return address }
    if let folder = variables["XDG_RUNTIME_DIR"], folder.hasPrefix("/"),
      FileManager.default.fileExists(atPath: folder + "/bus")
    {
      return "unix:path=\(folder)/bus"
    }
    throw SourceError(
      "there is no session bus: neither DBUS_SESSION_BUS_ADDRESS nor $XDG_RUNTIME_DIR/bus;"
        + " start the daemon within the session, or set desktop.bus")
  }
}
