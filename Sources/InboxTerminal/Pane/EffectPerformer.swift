import Foundation
import InboxCore
import InboxSystem
import InboxUI
import Synchronization

/// The performer of the screen's effects on the inbox.
///
/// Writes, long reads and clipboard tools have a thread each, so that no write waits for a count,
/// and neither of them for a tool that hangs.
final class EffectPerformer {
  /// Opens a second connection to the inbox for the workers, whose long reads would block the
  /// loop's.
  typealias OpenInbox = @Sendable () throws -> Inbox

  /// Time budget of a read of rows in the loop before a worker continues it: the part of a 16 ms
  /// frame that painting leaves.
  var budget = Duration.milliseconds(12)
  private let inbox: Inbox
  /// The filter that restricts every effect; nil for the whole inbox.
  var scope: MessageFilter?
  private let background: InboxHandle
  let writes = Worker()
  private let reads = Worker()
  /// Counts for tabs and headers, on a connection of their own: they may be slow, and no search
  /// waits.
  private let tallies = Worker()
  private let counting: InboxHandle
  private let tools = Worker()
  private let postponed = Generation()
  private let searches = Generation()
  private let titleSearches = Generation()
  /// The results of background work, as events.
  let results: ResultQueue<Event>
  private let screen: ScreenIdentity
  /// The wording of errors.
  let describe: @Sendable (any Error) -> String

  init(
    inbox: Inbox, scope: MessageFilter?, opening: OpenInbox?, screen: ScreenIdentity,
    describe: @escaping @Sendable (any Error) -> String
  ) throws {
    self.inbox = inbox
    self.scope = scope
    self.screen = screen
    background = InboxHandle(opening: opening ?? { inbox }, isOwned: opening != nil)
    counting = InboxHandle(opening: opening ?? { inbox }, isOwned: opening != nil)
    results = try ResultQueue()
    self.describe = describe
  }

  /// A performer for another inbox on the same screen.
  ///
  /// - Throws: `SystemError` when the process has no descriptors left.
  func successor(on next: Inbox, opening: @escaping OpenInbox) throws -> EffectPerformer {
    try EffectPerformer(
      inbox: next, scope: scope, opening: next.path == nil ? nil : opening, screen: screen,
      describe: describe)
  }

  /// Performs at once a request whose response the next key depends on.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - now: The time at which the list is read.
  ///   - isShown: Whether the screen is visible, so that slow reads of rows continue in the
  ///     background; the first paint waits for its rows.
  /// - Returns: The response, or that rows follow later; nil for requests that run in
  ///   the background.
  func performNow(_ request: any StoreRequest, at now: Date, isShown: Bool) -> Event? {
    let context = RequestContext(
      inbox: inbox.at(now), screen: screen, scope: scope, budget: isShown ? budget : nil)
    do {
      return try context.answerNow(request).map(Event.answered)
    } catch {
      if let request = request as? ReadRows, case InboxError.overBudget = error {
        readOn(request, at: now)
        return .postponed(request)
      }
      return .failed(request, describe(error))
    }
  }

  /// Reads rows in the background, unless a newer request for rows replaces this one first.
  private func readOn(_ request: ReadRows, at now: Date) {
    let (background, results, describe, scope) = (background, results, describe, scope)
    let (postponed, generation) = (postponed, postponed.next())
    reads.add {
      guard postponed.isLatest(generation) else { return }
      do {
        let snapshot = try background.inbox().at(now).snapshot(
          of: request.query, in: request.window, scope: scope, within: nil
        ) { results.add(.answered(request, $0)) }
        results.add(.answered(request, snapshot))
      } catch {
        results.add(.failed(request, describe(error)))
      }
    }
  }

  /// Performs a request in the background.
  func start(_ request: any StoreRequest, at now: Date) {
    let (results, screen, scope, describe) = (results, screen, scope, describe)
    let (worker, handle) =
      switch request.turn {
      case .inOrder: (writes, background)
      case .atOnce, .beside: (reads, background)
      case .counting: (tallies, counting)
      }
    let isWanted = wish(for: request)
    worker.add {
      guard isWanted() else { return }
      let answer = Result {
        let context = RequestContext(
          inbox: try handle.inbox().at(now), screen: screen, scope: scope, while: isWanted
        ) { results.add(.progressed(request.effect, $0)) }
        return try context.answer(request)
      }
      // More was typed since: this response is obsolete.
      guard isWanted() else { return }
      switch answer {
      case .success(let answer): results.add(.answered(answer))
      case .failure(let error): results.add(.failed(request, describe(error)))
      }
    }
  }

  /// Whether the response of a request is still wanted.
  private func wish(for request: any StoreRequest) -> @Sendable () -> Bool {
    guard let series = request.series else { return { true } }
    let latest = series == .titles ? titleSearches : searches
    let generation = latest.next()
    return { series == .seek || latest.isLatest(generation) }
  }

  /// Copies a text by a clipboard tool in the background: it may never exit.
  func copy(_ request: CopyText, by tool: [String]) {
    tools.add { [results] in
      do throws(ClipboardError) {
        try Clipboard.copy(request.text, by: tool)
        results.add(.answered(request, tool.first ?? ""))
      } catch {
        results.add(.failed(request, error.message))
      }
    }
  }

  /// Saves a file in the background: the disk may be slow.
  func save(_ request: SaveFile) {
    tools.add { [results] in
      let saving = FileSaving(name: request.file.name, to: request.path)
      do throws(SystemError) {
        try saving.save(request.file.path, replacing: request.isReplacing)
        results.add(.answered(request, .saved(path: saving.path)))
      } catch {
        let words = StatusText.notSaved(path: saving.path, reason: error.reason).words
        results.add(
          error.code == EEXIST
            ? .answered(request, .isThere(path: saving.path)) : .failed(request, words))
      }
    }
  }

  /// Writes without waiting; nobody is told of a failure.
  func write(_ write: @escaping @Sendable (Inbox, ScreenIdentity) throws -> Void) {
    writes.add { [background, screen] in try? write(background.inbox(), screen) }
  }

  /// Drops the workers' connection because its file is gone; the next effect opens another.
  func reopen() {
    writes.add { [background] in background.close() }
    tallies.add { [counting] in counting.close() }
  }

  /// Closes the workers' connections at once, after what runs on them; the next effect opens others.
  func closeConnections() {
    background.close()
    counting.close()
  }

  /// Waits until all requested writes are done, and closes the workers' connection.
  ///
  /// Reads that have not begun are dropped; a clipboard tool that hangs is left alone. It is a
  /// value, so that another thread can run it.
  var ending: @Sendable () -> Void {
    { [reads, writes, tools, tallies, background, counting] in
      writes.finish()
      background.interrupt()
      reads.finish(isDropping: true)
      counting.interrupt()
      tallies.finish(isDropping: true)
      counting.close()
      tools.finish(within: 0.5)
      background.close()
    }
  }
}

/// The workers' connection to the inbox, opened when first used.
///
/// State: the connection. Guard: the mutex. Reason: any worker may be the first that needs it.
private final class InboxHandle: Sendable {
  private let opening: EffectPerformer.OpenInbox
  private let opened = Mutex<Inbox?>(nil)

  /// Whether the connection was opened for the workers alone, who then close it.
  private let isOwned: Bool

  init(opening: @escaping EffectPerformer.OpenInbox, isOwned: Bool) {
    self.opening = opening
    self.isOwned = isOwned
  }

  func inbox() throws -> Inbox {
    try opened.withLock { opened in
      if let opened { return opened }
      let inbox = try opening()
      opened = inbox
      return inbox
    }
  }

  /// Interrupts a long read of the workers; a host's reads on its own connection continue.
  func interrupt() {
    if isOwned { opened.withLock { $0 }?.interruptReading() }
  }

  func close() {
    opened.withLock { opened in
      if isOwned { try? opened?.close() }
      opened = nil
    }
  }
}
