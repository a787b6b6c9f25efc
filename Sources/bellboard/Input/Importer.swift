import BellboardSupport
import Foundation
import InboxCore
import InboxPayloads

/// Imports JSON lines or another program's history, in batches of one transaction each.
///
/// JSON lines are decoded while the previous batch is stored.
struct Importer {
  /// The inbox; a new one is made with the first batch, not by an import that is refused.
  private(set) var inbox: Inbox?
  private let environment: UserEnvironment
  private let isReplacing: Bool
  private let isPruning: Bool
  private var batch: [Payload] = []
  /// The places of the batch's records in the input; empty for another program's history.
  private var places: [RecordPlace] = []
  /// The batch that is being stored, with the places of its records in the input.
  private var storing: (places: [RecordPlace], work: BackgroundWork<PushOutcome>)?
  private var report = IntakeReport()
  private static let batchSize = 5_000

  /// The number of messages that were imported.
  private(set) var storedCount = 0

  /// Creates an importer into an inbox.
  init(into environment: UserEnvironment, isReplacing: Bool, isPruning: Bool) throws {
    inbox = environment.isMade ? try environment.open() : nil
    (self.environment, self.isReplacing, self.isPruning) = (environment, isReplacing, isPruning)
  }

  /// Imports a file; an invalid line is reported and skipped.
  mutating func take(_ file: InputFile) throws {
    do {
      var lines = PayloadStream(PayloadDecoder(purpose: .import))
      try file.forEachPiece { piece in
        try lines.append(piece) { try take($0) }
      }
      try lines.finish { try take($0) }
      try store()
    } catch {
      // Count the messages of the batch that is being stored.
      try? awaitStored()
      throw error
    }
    try awaitStored()
  }

  /// Imports the history of another program; an invalid record is reported and skipped.
  ///
  /// - Throws: ``InputError``; `Failure` if the file is no such history.
  mutating func take(_ file: InputFile, from history: History) throws {
    var bytes: [UInt8] = []
    try file.forEachPiece { bytes.append(contentsOf: $0) }
    let uptime = ProcessInfo.processInfo.systemUptime
    let content: (payloads: [Payload], failures: [PayloadRecord])
    do throws(PayloadError) {
      content = try history.content(
        of: bytes, bootTime: Date(timeIntervalSinceNow: -uptime), leavingOut: "bellboard")
    } catch {
      throw Failure("no history of \(history): \(ErrorText.text(for: error))")
    }
    // Before the batch, which is stored at once, however large it is.
    for record in content.failures { try take(record) }
    batch = content.payloads
    report.add(batch.flatMap(\.notes).map { IntakeNote(.content, $0, nil) })
    try store()
    try awaitStored()
  }

  /// Reports the number of further errors and notes; an import of nothing makes the inbox, too.
  ///
  /// - Throws: `ExitCode.failed` if a record was not stored.
  mutating func finish() throws {
    try report.finish()
    if inbox == nil { inbox = try environment.open() }
  }

  private mutating func take(_ record: PayloadRecord) throws {
    switch record.result {
    case .success(let payload):
      batch.append(payload)
      places.append(RecordPlace(record))
      report.add(payload.notes.map { IntakeNote(.content, $0, RecordPlace(record)) })
    case .failure(let problem): report.complain(ErrorText.text(for: problem, in: record))
    }
    if batch.count >= Self.batchSize { try store() }
  }

  private mutating func store() throws {
    try awaitStored()
    guard !batch.isEmpty else { return }
    let inbox = try inbox ?? environment.open()
    self.inbox = inbox
    let (batch, isReplacing, isPruning) = (batch, isReplacing, isPruning)
    let work = BackgroundWork {
      try inbox.importMessages(batch, replacing: isReplacing, pruning: isPruning)
    }
    storing = (places, work)
    self.batch.removeAll()
    places.removeAll()
  }

  /// Waits for the batch that is being stored, and counts and reports its results.
  private mutating func awaitStored() throws {
    guard let storing else { return }
    self.storing = nil
    for (index, result) in try storing.work.value().results.enumerated() {
      let place = storing.places.indices.contains(index) ? storing.places[index] : nil
      if let reason = ErrorText.reason(for: result, in: place) {
        report.complain(reason)
      } else {
        storedCount += 1
      }
    }
  }
}

/// Checks before an import that the inbox has room for it.
struct ImportCheck {
  private var forecast: ImportForecast
  private static let batchSize = 5_000

  /// Begins with the messages that are there; none in an inbox that is not made yet.
  ///
  /// - Throws: `InboxError`.
  init(of inbox: Inbox?, _ environment: UserEnvironment) throws {
    forecast = try ImportForecast(
      of: inbox ?? .inMemory(configuration: environment.inboxConfiguration(.full)))
  }

  /// Reads a file, and returns it to be read again.
  ///
  /// - Throws: `InboxError.overMaximum` if the inbox would have too many messages; ``InputError``.
  func checked(_ file: InputFile) throws -> InputFile {
    guard let maximum = forecast.maximum else { return file }
    let file = try file.readableAgain()
    defer { file.rewind() }
    // A record is a line, so most imports need no second decoding.
    let most = try forecast.count + lineCount(of: file)
    guard most > maximum else { return file }
    file.rewind()
    var counted = self
    try counted.count(file)
    try counted.forecast.check()
    return file
  }

  private func lineCount(of file: InputFile) throws -> Int {
    var count = 1
    try file.forEachPiece { piece in count += piece.count { $0 == UInt8(ascii: "\n") } }
    return count
  }

  /// Counts the messages that the records of a file would add.
  private mutating func count(_ file: InputFile) throws {
    var batch: [Payload] = []
    var lines = PayloadStream(PayloadDecoder(purpose: .import))
    func take(_ record: PayloadRecord) throws {
      guard case .success(let payload) = record.result else { return }
      batch.append(payload)
      guard batch.count >= Self.batchSize else { return }
      try forecast.add(batch)
      batch.removeAll(keepingCapacity: true)
    }
    try file.forEachPiece { piece in try lines.append(piece) { try take($0) } }
    try lines.finish { try take($0) }
    try forecast.add(batch)
  }
}
