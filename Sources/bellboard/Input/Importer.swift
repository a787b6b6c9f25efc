import ArgumentParser
import BellboardSupport
import Foundation
import InboxCore
import InboxPayloads
import InboxUI
import Synchronization

/// An importer of JSON lines, in batches of one transaction each.
///
/// While a batch is stored, the next one is decoded.
struct Importer {
  private let inbox: Inbox
  private let isReplacing: Bool
  private let isPruning: Bool
  private var batch: [Payload] = []
  /// Where the records of the batch are; none for the history of another program.
  private var places: [RecordPlace] = []
  private var storing: StoringBatch?
  private var report = IntakeReport()
  private static let batchSize = 5_000

  /// How many messages were taken in.
  private(set) var storedCount = 0

  /// Makes an importer into an inbox.
  init(inbox: Inbox, isReplacing: Bool, isPruning: Bool) {
    self.inbox = inbox
    self.isReplacing = isReplacing
    self.isPruning = isPruning
    batch.reserveCapacity(Self.batchSize)
  }

  /// Takes in a whole file; a bad line is complained of and costs only itself.
  mutating func take(_ file: InputFile) throws {
    do {
      var lines = PayloadLines()
      try file.forEachPiece { piece in
        try lines.append(piece) { try take($0) }
      }
      try lines.finish { try take($0) }
      try store()
    } catch {
      // What was decoded before is stored all the same.
      try? awaitStored()
      throw error
    }
    try awaitStored()
  }

  /// Takes in the history of another program; a bad record is complained of and costs only itself.
  ///
  /// - Throws: ``InputError``; `ExitCode.failed` when the file is no such history.
  mutating func take(_ file: InputFile, from history: History) throws {
    var bytes: [UInt8] = []
    try file.forEachPiece { bytes.append(contentsOf: $0) }
    let uptime = ProcessInfo.processInfo.systemUptime
    let failures: [PayloadRecord]
    do throws(PayloadError) {
      let content = try history.content(
        of: bytes, bootTime: Date(timeIntervalSinceNow: -uptime), leavingOut: "bellboard")
      batch = content.payloads
      failures = content.failures
    } catch {
      StandardError.printError("no history of \(history): \(ErrorText.text(for: error))")
      throw ExitCode.failed
    }
    for record in failures { try take(record) }
    try store()
    try awaitStored()
  }

  /// Complains of what did not fit on the screen, and fails when a line was not stored.
  ///
  /// - Throws: `ExitCode.failed`.
  func finish() throws {
    try report.finish()
  }

  private mutating func take(_ record: PayloadRecord) throws {
    switch record.result {
    case .success(let payload):
      batch.append(payload)
      places.append(RecordPlace(record))
    case .failure(let problem): report.complain(ErrorText.text(for: problem, in: record))
    }
    if batch.count >= Self.batchSize { try store() }
  }

  private mutating func store() throws {
    try awaitStored()
    guard !batch.isEmpty else { return }
    let (inbox, batch, isReplacing, isPruning) = (inbox, batch, isReplacing, isPruning)
    storing = StoringBatch(places: places) {
      try inbox.importMessages(batch, replacing: isReplacing, pruning: isPruning)
    }
    self.batch.removeAll()
    places.removeAll()
    self.batch.reserveCapacity(Self.batchSize)
  }

  /// Waits for the batch that is being stored, and counts what became of its records.
  private mutating func awaitStored() throws {
    guard let storing else { return }
    self.storing = nil
    for (index, result) in try storing.outcome().results.enumerated() {
      let place = storing.places.indices.contains(index) ? storing.places[index] : nil
      if let reason = ErrorText.reason(for: result, in: place) {
        report.complain(reason)
      } else {
        storedCount += 1
      }
    }
  }
}

/// A batch that is stored on a thread of its own.
///
/// The result (state) is behind a lock (guard), as one thread sets it and another takes it
/// (reason).
private final class StoringBatch: Sendable {
  private let result = Mutex<Result<PushOutcome, any Error>?>(nil)
  private let end = DispatchSemaphore(value: 0)
  /// Where its records are.
  let places: [RecordPlace]

  init(places: [RecordPlace], _ body: @escaping @Sendable () throws -> PushOutcome) {
    self.places = places
    DispatchQueue.global(qos: .userInitiated).async { [self] in
      let outcome = Result { try body() }
      result.withLock { $0 = outcome }
      end.signal()
    }
  }

  /// Waits until it is stored.
  func outcome() throws -> PushOutcome {
    end.wait()
    return try result.withLock { $0 }?.get() ?? PushOutcome()
  }
}
