import Foundation
import InboxCore
import InboxSystem
import InboxUI

/// Watches the inboxes that are not shown, for their counts and alerts.
///
/// It runs on a thread of its own, which sleeps until one of them changes or another is created.
final class OtherInboxes: Sendable {
  /// Maximum number of watched inboxes; further ones are counted when the user lists them.
  static let limit = 8

  private let ending: WakePipe
  private let ended = DispatchSemaphore(value: 0)

  /// Starts watching.
  ///
  /// - Parameters:
  ///   - catalog: The inboxes.
  ///   - shown: Name of the shown one, which is excluded.
  ///   - report: Receives the events for the screen, on the thread of the watch.
  /// - Throws: `SystemError` when the process has no descriptors left.
  init(
    of catalog: InboxCatalog, except shown: String,
    reporting report: @escaping @Sendable (Event) -> Void
  ) throws {
    ending = try WakePipe()
    let (ending, ended) = (ending, ended)
    let thread = Thread {
      Self.watch(catalog, except: shown, until: ending.reading, reporting: report)
      ended.signal()
    }
    thread.name = "inboxes"
    thread.start()
  }

  /// Stops watching and waits until the inboxes are closed.
  func finish() {
    ending.wake()
    ended.wait()
  }

  private static func watch(
    _ catalog: InboxCatalog, except shown: String, until end: Int32,
    reporting report: (Event) -> Void
  ) {
    let folder = catalog.folder.flatMap(InboxFolder.init)
    var inboxes = names(of: catalog, except: [shown]).prefix(limit)
      .compactMap { OtherInbox($0, of: catalog) }
    guard !inboxes.isEmpty || folder != nil else { return }
    defer { for inbox in inboxes { inbox.close() } }
    for inbox in inboxes { _ = inbox.look(isFirst: true, reporting: report) }
    if !inboxes.isEmpty { report(.countedOthers(inboxes.map(\.summary))) }
    var ready: Set<Int32> = []
    while !ready.contains(end) {
      var hasChanged = false
      for inbox in inboxes where inbox.isDue(ready) {
        hasChanged = inbox.look(reporting: report) || hasChanged
      }
      for inbox in inboxes where inbox.isGone { inbox.close() }
      inboxes.removeAll(where: \.isGone)
      if folder?.isDue(ready) == true {
        let known = [shown] + inboxes.map(\.name)
        let made = names(of: catalog, except: known).prefix(limit - inboxes.count)
          .compactMap { OtherInbox($0, of: catalog, isNew: true) }
        for inbox in made { hasChanged = inbox.look(reporting: report) || hasChanged }
        inboxes += made
      }
      if hasChanged { report(.countedOthers(inboxes.map(\.summary))) }
      let delay = (inboxes.map(\.delay) + [folder?.delay]).compactMap(\.self).min()
      let descriptors = [end, folder?.descriptor ?? -1] + inboxes.map(\.descriptor)
      ready =
        Descriptors.wait(for: descriptors.map(Descriptors.Interest.readable), atMost: delay)
        .all
    }
  }

  private static func names(of catalog: InboxCatalog, except known: [String]) -> [String] {
    catalog.names().filter { !known.contains($0) }
  }
}

/// A watch of the folder that contains the inboxes; used by one thread.
private final class InboxFolder {
  /// Delays of the scans after a change, in seconds: a new folder has no inbox in it yet.
  private static let looks = [0.02, 0.2, 1, 3]

  private let events: FileEvents
  private var due: [ContinuousClock.Instant] = []

  /// Watches a folder; nil where that is not possible.
  init?(_ path: String) {
    guard let events = FileEvents(), events.watch(path, withWrites: false) != nil else {
      return nil
    }
    self.events = events
  }

  var descriptor: Int32 { events.fileDescriptor }

  /// Seconds until a scan is due although nothing is readable; nil for never.
  var delay: Double? { due.first.map { max((.now - $0) / .seconds(-1), 0) } }

  /// Whether to scan for new inboxes, after a wait that found these descriptors ready.
  func isDue(_ ready: Set<Int32>) -> Bool {
    if ready.contains(descriptor) {
      events.drain { _ in }
      due = Self.looks.map { .now + .seconds($0) }
    }
    guard let first = due.first, first <= .now else { return false }
    due.removeFirst()
    return true
  }
}

/// An inbox that is not shown, with its watch; used by one thread.
private final class OtherInbox {
  let name: String
  private let inbox: Inbox
  private let watch: InboxWatch
  private var unread = 0
  private var nextTransition: Date?
  /// Whether its file is gone.
  private(set) var isGone = false
  /// Seconds after which a failed read is retried.
  private static let retryInterval = 5.0

  /// Opens an inbox; nil when it cannot be read, or its changes cannot be observed without
  /// polling.
  ///
  /// In a new inbox all messages are new.
  init?(_ name: String, of catalog: InboxCatalog, isNew: Bool = false) {
    guard let inbox = try? catalog.open(name) else { return nil }
    // Without events it would have to be polled.
    guard let watch = try? inbox.watch(after: isNew ? 0 : nil), !watch.isPolling else {
      inbox.closeUnlessInMemory()
      return nil
    }
    (self.name, self.inbox, self.watch) = (name, inbox, watch)
  }

  var descriptor: Int32 { watch.fileDescriptor }

  var summary: InboxSummary {
    InboxSummary(name: name, counts: InboxCounts(unread: unread))
  }

  /// Seconds until a read is due although nothing is readable; nil for never.
  var delay: Double? {
    [watch.retryDelay, nextTransition.map { max($0.timeIntervalSince(inbox.now), 0) }]
      .compactMap(\.self).min()
  }

  /// Whether to read, after a wait that found these descriptors ready.
  func isDue(_ ready: Set<Int32>) -> Bool {
    ready.contains(descriptor) || delay.map { $0 <= 0 } ?? false
  }

  /// Reads the changes; returns whether its count has changed.
  func look(isFirst: Bool = false, reporting report: (Event) -> Void) -> Bool {
    let before = unread
    let isTimely = nextTransition.map { $0 <= inbox.now } ?? false
    do {
      let wake = try watch.take()
      if case .changed(let entries) = wake, !isFirst {
        try reportArrivals(of: entries, reporting: report)
      }
      guard wake != .gone else {
        isGone = true
        return true
      }
      if wake != .nothing || isFirst || isTimely { try count() }
    } catch {
      nextTransition = inbox.now.addingTimeInterval(Self.retryInterval)
    }
    return unread != before
  }

  /// Reports the messages among new log entries that may alert.
  private func reportArrivals(
    of entries: [LogEntry], reporting report: (Event) -> Void
  ) throws {
    let numbers = entries.filter(\.mayAlert).flatMap(\.numbers)
    guard !numbers.isEmpty else { return }
    let arrivals = try inbox.arrivals(.numbers(numbers))
    if !arrivals.isEmpty { report(.arrivedElsewhere(name, arrivals)) }
  }

  private func count() throws {
    let snapshot = try inbox.snapshot(
      of: MessageQuery(filter: .unread), in: MessageWindow(limit: 1))
    (unread, nextTransition) = (snapshot.counts.unread, snapshot.nextTransition)
  }

  func close() {
    inbox.closeUnlessInMemory()
  }
}

extension InboxWatch {
  fileprivate var isPolling: Bool { if case .polling = kind { true } else { false } }
}
