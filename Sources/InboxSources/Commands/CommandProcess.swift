import Foundation
import InboxCore
import InboxSettings
import InboxSystem
import InboxText
import Synchronization

/// One run of a program, read by a dedicated thread that sleeps while there is no output.
final class CommandProcess: Sendable {
  private let settings: CommandSettings
  private let context: SourceContext
  private let process: ChildProcess
  private let reading: Int32
  /// The reading end of the pipe for standard error.
  private let errors: Int32
  private let wake: WakePipe
  /// Wakes the thread when the program has ended.
  private let ended: WakePipe

  /// Seconds between the request to end and the kill.
  private static let grace = 0.5
  /// Seconds that it may run after closing its output.
  private static let lastSteps = 5.0

  /// Starts the program.
  ///
  /// - Throws: ``SourceError``.
  init(_ settings: CommandSettings, in context: SourceContext) throws {
    (self.settings, self.context) = (settings, context)
    do throws(SystemError) {
      (wake, ended) = (try WakePipe(), try WakePipe())
      let pipe = try PipeEnds()
      errors = pipe.reading
      defer { close(pipe.writing) }
      do throws(SystemError) {
        (process, reading) = try ChildProcess.piping(
          STDOUT_FILENO, of: settings.command.map { HomePath.expanded($0) }, in: .detached,
          replacing: [STDERR_FILENO: pipe.writing], mark: ProcessMark())
      } catch {
        close(pipe.reading)
        throw error
      }
    } catch {
      throw SourceError("cannot start \(settings.command[0].printable()): \(error.reason)")
    }
  }

  deinit {
    close(reading)
    close(errors)
  }

  /// Reads the complete output and waits for the program to end.
  ///
  /// - Throws: `InboxError` when a message could not be stored; the program is then ended.
  func output() async throws -> CommandOutcome {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread { [self] in continuation.resume(with: Result { try read() }) }
    }
  }

  /// Ends the program.
  func cancel() {
    wake.wake()
  }

  private func read() throws -> CommandOutcome {
    var intake = CommandIntake(settings, context)
    do {
      let isWhole = try readPieces(into: &intake)
      try intake.finish()
      intake.drop()
      intake.report.status = finish(within: isWhole ? Self.lastSteps : 0, &intake)
    } catch {
      _ = finish(within: 0, &intake)
      throw error
    }
    return intake.report
  }

  /// Interval in seconds for retrying held lines, and for checking what is held back.
  private static let holdingPause = 1.0

  /// Reads until the output ends, the time is up, or the source is cancelled; true for the first.
  private func readPieces(into intake: inout CommandIntake) throws -> Bool {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    var hasEnded = false
    let end = settings.pause.map { _ in ContinuousClock.now + .seconds(settings.timeout) }
    while true {
      let left = end.map { max(0, ($0 - .now) / .seconds(1)) }
      guard intake.isHolding || !hasEnded else { return true }
      let isHolding = intake.isHoldingBack()
      let takesErrors = intake.takesErrors()
      intake.publish()
      let ready = Descriptors.wait(
        for: [wake.reading, isHolding ? -1 : reading, takesErrors ? errors : -1].map(
          Descriptors.Interest.readable),
        atMost: isHolding || intake.isFlooded
          ? min(left ?? Self.holdingPause, Self.holdingPause) : left)
      if ready.all.contains(wake.reading) { return false }
      if let end, .now >= end {
        intake.report.wasEnded = true
        return false
      }
      if isHolding || intake.isFlooded { try intake.store() }
      if ready.all.contains(errors) { _ = readErrors(into: &intake) }
      guard ready.all.contains(reading) else { continue }
      let count = Foundation.read(reading, &buffer, buffer.count)
      if count < 0 && errno == EINTR { continue }
      hasEnded = count <= 0
      if hasEnded { try intake.finish() } else { try intake.take(buffer[..<count]) }
    }
  }

  /// Reads a piece of standard error; returns its size, 0 at the end.
  private func readErrors(into intake: inout CommandIntake) -> Int {
    var buffer = [UInt8](repeating: 0, count: 4_096)
    let count = Foundation.read(errors, &buffer, buffer.count)
    if count < 0 && errno == EINTR { return 0 }
    intake.take(errors: buffer.prefix(max(count, 0)))
    return max(count, 0)
  }

  /// Maximum bytes of standard error that are read after the end: the capacity of a pipe.
  private static let mostLeft = 65_536

  /// Ends the program and everything it started, if still running, and reaps it.
  ///
  /// Its standard error is read meanwhile, as a full pipe would block it, but not to its end:
  /// processes that it started may keep the pipe open.
  private func finish(within seconds: Double, _ intake: inout CommandIntake) -> ExitStatus {
    let status = Mutex(ExitStatus.exited(0))
    Thread.detachNewThread { [self] in
      let last = seconds > 0 ? process.wait(upTo: seconds) : nil
      let end = last ?? process.end(within: Self.grace)
      status.withLock { $0 = end }
      ended.wake()
    }
    var hasEnded = false
    while !hasEnded {
      let takesErrors = intake.takesErrors()
      let ready = Descriptors.wait(
        for: [.readable(ended.reading), .readable(takesErrors ? errors : -1)],
        atMost: intake.isFlooded ? Self.holdingPause : nil)
      if ready.all.contains(errors) { _ = readErrors(into: &intake) }
      hasEnded = ready.all.contains(ended.reading)
    }
    var left = Self.mostLeft
    while left > 0, !Descriptors.wait(for: [.readable(errors)], atMost: 0).all.isEmpty {
      let count = readErrors(into: &intake)
      guard count > 0 else { break }
      left -= count
    }
    intake.finishErrors()
    return status.withLock { $0 }
  }
}
