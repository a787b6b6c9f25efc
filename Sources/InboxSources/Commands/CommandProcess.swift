import Foundation
import InboxSettings
import InboxSystem
import InboxText

/// One run of a program, read by dedicated threads that sleep while there is no output.
final class CommandProcess: Sendable {
  private let settings: CommandSettings
  private let context: SourceContext
  private let process: ChildProcess
  private let reading: Int32
  private let standardError: CommandStandardError
  private let wake: WakePipe

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
      wake = try WakePipe()
      let standardError = try CommandStandardError(context.log)
      self.standardError = standardError
      defer { close(standardError.writing) }
      (process, reading) = try ChildProcess.piping(
        STDOUT_FILENO, of: settings.command.map { HomePath.expanded($0) }, in: .detached,
        replacing: [STDERR_FILENO: standardError.writing], mark: ProcessMark())
      standardError.begin()
    } catch {
      throw SourceError("cannot start \(settings.command[0].printable()): \(error.reason)")
    }
  }

  deinit {
    close(reading)
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
    var intake = CommandIntake(settings, context, standardError)
    do {
      let isWhole = try readPieces(into: &intake)
      try intake.finish()
      intake.drop()
      intake.report.status = finish(within: isWhole ? Self.lastSteps : 0)
    } catch {
      _ = finish(within: 0)
      throw error
    }
    return intake.report
  }

  /// Interval in seconds for retrying held lines.
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
      let ready = Descriptors.wait(
        for: [wake.reading, standardError.changes, isHolding ? -1 : reading].map(
          Descriptors.Interest.readable),
        atMost: isHolding || intake.isFlooded
          ? min(left ?? Self.holdingPause, Self.holdingPause) : left)
      if ready.all.contains(wake.reading) { return false }
      if ready.all.contains(standardError.changes) {
        standardError.takeChanges()
        intake.publish()
      }
      if let end, .now >= end {
        intake.report.wasEnded = true
        return false
      }
      if isHolding || intake.isFlooded { try intake.store() }
      guard ready.all.contains(reading) else { continue }
      let count = Foundation.read(reading, &buffer, buffer.count)
      if count < 0 && errno == EINTR { continue }
      hasEnded = count <= 0
      if hasEnded { try intake.finish() } else { try intake.take(buffer[..<count]) }
    }
  }

  /// Ends the program and everything it started, if still running, and reaps it.
  private func finish(within seconds: Double) -> ExitStatus {
    // Its pipe is read until then: a full pipe would block the program.
    defer { standardError.finish() }
    if seconds > 0, let status = process.wait(upTo: seconds) { return status }
    return process.end(within: Self.grace)
  }
}
