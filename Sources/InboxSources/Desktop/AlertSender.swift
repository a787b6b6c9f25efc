import Foundation
import InboxCore
import InboxSettings
import InboxSystem
import InboxText
import Logging

/// Sends alerts to the desktop's notification daemon, and performs the actions chosen there.
struct AlertSender: BusRole {
  private let bus: BusConnection
  private let context: SourceContext
  private let policy: AlertPolicy
  private let program: DesktopProgram
  private let terminal: ScreenTerminal
  private var capabilities: Set<String> = []
  /// The desktop's ids of the shown alerts.
  private var shown: [MessageNumber: UInt32] = [:]
  /// Arrivals without an alert yet.
  private var waiting: [MessageNumber] = []
  private var pausedUntil = ContinuousClock.now
  /// The messages that events brought back since the clock last moved some.
  private var woken: Set<MessageNumber> = []
  /// Time and priority of the last alert of each message, to limit repeats.
  private var announced: [MessageNumber: (at: ContinuousClock.Instant, priority: Priority)] = [:]

  /// Verbs of the log after which a message may alert.
  static let arrivals: Set<LogEntry.Verb> = [.received, .resurfaced, .woken]
  /// Verbs of the log after which an alert is closed.
  static let endings: Set<LogEntry.Verb> = [
    .viewed, .opened, .read, .deleted, .purged, .pruned, .snoozed, .done, .resolved, .acted,
    .withdrawn,
  ]
  /// Minimum pause between alerts.
  private static let pause = Duration.seconds(1)
  /// Minimum pause between alerts for repeats of one message.
  private static let repeatPause = Duration.seconds(60)
  /// Maximum alerts at once; more become one alert with a count.
  private static let mostAtOnce = 3
  /// Maximum tracked alerts.
  private static let mostShown = 1_000
  /// Maximum actions of an alert.
  private static let mostActions = 4
  /// Seconds in which an opened screen navigates to the message.
  private static let linkValidity = 600.0

  /// Subscribes to the daemon's signals.
  ///
  /// - Throws: ``SourceError`` when the desktop has no notification daemon.
  init(
    on bus: BusConnection, in context: SourceContext, by policy: AlertPolicy,
    as program: DesktopProgram, _ terminal: ScreenTerminal
  ) throws {
    (self.bus, self.context) = (bus, context)
    (self.policy, self.program, self.terminal) = (policy, program, terminal)
    let name = BusPlace.notifications.name
    let rules = [
      "type='signal',sender='\(name)',interface='\(BusPlace.notifications.interface)'",
      "type='signal',sender='\(BusPlace.bus.name)',member='NameOwnerChanged',arg0='\(name)'",
    ]
    for rule in rules { try bus.call(.call("AddMatch", of: .bus, [.text(rule)])) }
    try meetDaemon()
  }

  /// Requests the capabilities of the desktop's notification daemon.
  ///
  /// - Throws: ``SourceError`` if there is none.
  private mutating func meetDaemon() throws {
    let name = BusPlace.notifications.name
    do {
      let answer = try bus.call(.call("GetCapabilities", of: .notifications))
      guard case .list(let values)? = answer.arguments().first else {
        throw SourceError("\(name) does not report its capabilities")
      }
      capabilities = Set(values.compactMap(\.text))
    } catch let refusal as BusRefusal {
      throw SourceError("the desktop shows no notifications: \(refusal.text.printable())")
    }
    context.canReceive()
    context.isRunning("alerts go to \(bus.owner(of: name) ?? name)")
  }

  mutating func observe(_ entries: [LogEntry], moved: [MessageNumber]) throws {
    for entry in entries {
      if Self.arrivals.contains(entry.verb) {
        if entry.mayAlert { waiting += entry.numbers }
        if entry.verb == .woken { woken.formUnion(entry.numbers) }
      } else {
        let ended = Set(entry.numbers)
        waiting.removeAll { ended.contains($0) }
        for number in shown.keys.filter(ended.contains) { try takeBack(number) }
      }
    }
    waiting += moved.filter { !woken.contains($0) }
    if !moved.isEmpty { woken = [] }
    waiting.removeFirst(max(0, waiting.count - ArrivalQuery.limit))
  }

  private mutating func takeBack(_ number: MessageNumber) throws {
    guard let id = shown.removeValue(forKey: number) else { return }
    bus.send(try .call("CloseNotification", of: .notifications, [.unsigned(id)]))
  }

  var deadline: ContinuousClock.Instant? { waiting.isEmpty ? nil : pausedUntil }

  /// Sends alerts for the pending arrivals.
  mutating func expire(at now: ContinuousClock.Instant) throws {
    let arrivals = try context.intake.inbox.arrivals(.numbers(waiting))
    waiting = []
    announced = announced.filter { now - $0.value.at < Self.repeatPause }
    let date = Date()
    let isQuiet = policy.isQuiet(at: date, in: .current)
    let raised = arrivals.filter { message in
      !Self.isOfDesktop(message) && !isAnnounced(message)
        && policy.alerts(for: message, isQuiet: isQuiet, at: date).desktop == .dbus
    }
    guard !raised.isEmpty else { return }
    pausedUntil = now + Self.pause
    for message in raised { announced[message.number] = (now, message.priority) }
    if raised.count <= Self.mostAtOnce {
      for message in raised { try show(message) }
    } else if let best = raised.max(by: { ($0.priority, $0.number) < ($1.priority, $1.number) }) {
      try show(best, titled: "\(raised.count) new messages")
    }
  }

  /// Messages from the desktop are not sent back to it.
  private static func isOfDesktop(_ message: Message) -> Bool {
    message.source == NotifyCall.sourceRoot
      || message.source.hasPrefix(NotifyCall.sourceRoot + "/")
  }

  private func isAnnounced(_ message: Message) -> Bool {
    guard message.occurrences > 1, let last = announced[message.number] else { return false }
    return message.priority <= last.priority
  }
}

extension AlertSender {
  /// Shows a message; a heading for several messages replaces its title.
  private mutating func show(_ message: Message, titled heading: String? = nil) throws {
    let title = (message.title ?? message.source).printable(keepingGraphemes: true)
    let body = heading == nil ? message.excerpt ?? "" : title
    let request = try BusMessage.call(
      "Notify", of: .notifications,
      [
        .text(program.name), .unsigned(shown[message.number] ?? 0), .text(""),
        .text(heading ?? title), .text(marked(body)),
        .texts(actions(of: message, isSummary: heading != nil)),
        .variants([
          "urgency": .byte(Self.urgency(of: message.priority)),
          NotifyCall.ownHint: .text(NotifyCall.ownMark),
        ]), .signed(-1),
      ])
    do {
      let answer = try bus.call(request)
      guard let id = answer.arguments().first?.integer.map({ UInt32(truncatingIfNeeded: $0) })
      else { return }
      if shown.count >= Self.mostShown { shown = [:] }
      shown[message.number] = id
    } catch let refusal as BusRefusal {
      context.log.warning("the desktop refuses an alert: \(refusal.name)")
    }
  }

  /// The text, escaped if the desktop supports markup.
  private func marked(_ text: String) -> String {
    guard capabilities.contains("body-markup") else { return text }
    return text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
      .replacing(">", with: "&gt;")
  }

  private func actions(of message: Message, isSummary: Bool) -> [String] {
    guard capabilities.contains("actions") else { return [] }
    let own = isSummary ? [] : message.actions.prefix(Self.mostActions)
    // A button that does nothing would say that something was done.
    let working = own.enumerated().filter { message.clientAction(of: $0.element) == nil }
    return [DesktopAction.defaultKey, "Open"]
      + working.flatMap { ["action-\($0.offset)", $0.element.label] }
  }

  private static func urgency(of priority: Priority) -> UInt8 {
    switch priority {
    case .min, .low: 0
    case .default, .high: 1
    case .max: 2
    }
  }
}

extension AlertSender {
  mutating func receive(_ messages: [BusMessage]) throws {
    for message in messages where message.kind == .signal {
      let arguments = message.arguments()
      switch message.member {
      case "ActionInvoked":
        guard let number = number(in: arguments), let key = arguments.dropFirst().first?.text
        else { continue }
        try choose(key, of: number)
      case "NotificationClosed":
        guard let number = number(in: arguments) else { continue }
        shown[number] = nil
      case "NameOwnerChanged":
        // Another daemon does not know the ids of the previous one.
        shown = [:]
        if arguments.count == 3, arguments[2].text?.isEmpty == true {
          context.alertsAreLost()
        } else {
          try meetDaemon()
        }
      default: break
      }
    }
  }

  private func number(in arguments: [BusValue]) -> MessageNumber? {
    let id = arguments.first?.integer.map { UInt32(truncatingIfNeeded: $0) }
    return shown.first { $0.value == id }?.key
  }

  private func choose(_ key: String, of number: MessageNumber) throws {
    let inbox = context.intake.inbox
    guard let message = try inbox.message(number) else { return }
    if key == DesktopAction.defaultKey { return try open(message) }
    guard key.hasPrefix("action-"), let index = Int(key.dropFirst(7)),
      message.actions.indices.contains(index)
    else { return }
    let action = message.actions[index]
    if case .answered = try inbox.answer(number, action: action.id), let url = action.url {
      _ = launch(url)
    }
  }

  /// Opens the link, or requests the last used screen to show the message; without one, a terminal
  /// opens with a screen.
  private func open(_ message: Message) throws {
    let inbox = context.intake.inbox
    if let url = message.tap.url, launch(url) {
      try inbox.perform(.open(.alert), on: .numbers([message.number]))
      return
    }
    // Counted before a screen can count a view, which the alert would then have influenced. The
    // screen marks it read.
    try inbox.perform(.open(.alert, marksRead: false), on: .numbers([message.number]))
    let link = message.thread.map { DeepLink.thread($0) } ?? .message(message.number)
    let request = try inbox.request(link, validity: Self.linkValidity)
    if !request.hasScreen { terminal.open(log: context.log) }
  }

  /// Opens a web link on the desktop; false for other links or if that fails.
  private func launch(_ url: String) -> Bool {
    let start = url.prefix(8).lowercased()
    guard start.hasPrefix("https://") || start.hasPrefix("http://") else { return false }
    do throws(SystemError) {
      try ChildProcess(["xdg-open", url], in: .detached).reapLater()
      return true
    } catch {
      context.log.warning("xdg-open cannot be started: \(error.reason)")
      return false
    }
  }
}

extension SourceContext {
  /// Reports that no daemon shows alerts until another one starts.
  fileprivate func alertsAreLost() {
    let reason = "the desktop's notification daemon has ended"
    log.error("\(reason)")
    board.update(name) { state, now in
      state.fail(reason, at: now)
      state.detail = nil
    }
  }
}
