import BellboardSupport
import Foundation
import InboxCore
import InboxPayloads
import InboxSettings
import InboxText

/// Stores pushed records in batches and prints the id of each message.
///
/// On a terminal it prints the number, which people type; without an output, nothing.
struct RecordIntake {
  /// A decoded payload with its place in the input.
  private struct Arrival {
    var payload: Payload
    var place: RecordPlace?

    /// Whether it is not a message and a note gives the reason, as with the events of a stream.
    var isNotedAway: Bool { payload.id == nil && !payload.notes.isEmpty }
  }

  /// Maximum records of a transaction, so that the first ids do not wait for the last.
  private static let batchSize = 1_000

  private let findEnvironment: () throws -> UserEnvironment
  private let defaultSource: String
  private let output: StandardOutput?
  private var files: FileIntake
  private var inbox: Inbox?
  private var follower: ConfigurationFollower?
  private var batch: [Arrival] = []
  private var report = IntakeReport()
  private var isEmpty = true
  private var maximum = 0
  /// The number of unread messages that were removed to keep to the maximum.
  private var prunedUnreadCount = 0
  private var toldPrunedCount = 0

  /// Creates an intake that opens its inbox when there is something to store.
  init(
    defaultSource: String, output: StandardOutput?, files: FileIntake = FileIntake(),
    in environment: @escaping () throws -> UserEnvironment
  ) {
    self.defaultSource = defaultSource
    self.output = output
    self.files = files
    findEnvironment = environment
  }

  /// Stores one payload, after it was prepared for the inbox.
  mutating func take(
    _ payload: Payload, preparing prepare: (inout Payload, Inbox) throws -> Void = { _, _ in }
  ) throws {
    isEmpty = false
    var payload = payload
    try prepare(&payload, openedInbox())
    batch.append(Arrival(payload: payload, place: nil))
    try store()
  }

  /// Stores the JSON records of an input, as they arrive, until its end; fields that a record does
  /// not mention are filled from `defaults`.
  mutating func take(_ input: InputFile, filling defaults: () throws -> Payload) throws {
    var stream = PayloadStream()
    try input.forEachPiece { piece in
      let fields = try defaults()
      try stream.append(piece) { try take($0, filling: fields) }
      try store()
    }
    let fields = try defaults()
    try stream.finish { try take($0, filling: fields) }
    try store()
  }

  private mutating func take(_ record: PayloadRecord, filling defaults: Payload) throws {
    isEmpty = false
    switch record.result {
    case .success(var payload):
      payload.fill(from: defaults)
      batch.append(Arrival(payload: payload, place: RecordPlace(record)))
      if batch.count >= Self.batchSize { try store() }
    case .failure(let problem):
      report.complain(ErrorText.text(for: problem, in: record))
    }
  }

  /// Stores the batch in one transaction, and prints ids, errors and notes.
  private mutating func store() throws {
    guard !batch.isEmpty else { return }
    defer { batch.removeAll(keepingCapacity: true) }
    let inbox = try openedInbox()
    defer { files.release(in: inbox) }
    for index in batch.indices {
      batch[index].payload = try files.store(batch[index].payload, in: inbox)
    }
    let outcome = try inbox.push(batch.map(\.payload), defaultSource: defaultSource)
    var dropped: [IntakeNote] = []
    for (arrival, result) in zip(batch, outcome.results) {
      switch result {
      case .inserted(let number, let id), .merged(let number, let id):
        if let output { try output.line(output.isTerminal ? "\(number)" : id.printable()) }
      case .ignored(.silentWithoutMessage) where arrival.isNotedAway: break
      case .ignored(.droppedByRule):
        dropped.append(
          IntakeNote(.content, ErrorText.reason(for: result) ?? "", arrival.place))
      case .ignored, .refused:
        report.complain(ErrorText.reason(for: result, in: arrival.place) ?? "")
      }
    }
    try output?.flush()
    report.add(dropped)
    try report(of: outcome, in: inbox)
  }

  /// Opens the inbox at the first call, and applies changes of the configuration at later ones.
  private mutating func openedInbox() throws -> Inbox {
    if let inbox {
      follower?.apply(to: inbox)
      return inbox
    }
    let environment = try findEnvironment()
    follower = ConfigurationFollower(environment)
    let inbox = try environment.openStoring()
    self.inbox = inbox
    maximum = environment.file.values.maximumNotifications
    return inbox
  }

  /// Reports removed unread messages: those of the first time at once, as a stream may be endless.
  private mutating func reportPruned(atEnd isEnd: Bool) {
    guard prunedUnreadCount > toldPrunedCount, isEnd || toldPrunedCount == 0 else { return }
    toldPrunedCount = prunedUnreadCount
    StandardError.printError(ErrorText.pruned(unread: prunedUnreadCount, maximum: maximum))
  }

  private mutating func report(of outcome: PushOutcome, in inbox: Inbox) throws {
    let now = Date()
    prunedUnreadCount += outcome.prunedUnreadCount
    reportPruned(atEnd: false)
    var notes: [IntakeNote] = []
    for (arrival, result) in zip(batch, outcome.results) {
      let (payload, place) = (arrival.payload, arrival.place)
      notes += (payload.notes + payload.misspellings).map { IntakeNote(.content, $0, place) }
      // Only what is stored can be found there.
      if ErrorText.reason(for: result) == nil, let note = payload.windowNote(at: now) {
        notes.append(IntakeNote(.window, note, place))
      }
    }
    let trashed = try outcome.trashed(in: inbox)
    notes += trashed.map {
      IntakeNote(.trash, "'\($0)' is in the trash and stays there; --resurface brings it back", nil)
    }
    report.add(notes)
  }

  func close() { inbox?.closeQuietly() }

  /// Reports the number of further errors and notes.
  ///
  /// - Throws: ``InputError/empty`` for an empty input, `ExitCode.failed` if a record was not
  ///   stored.
  mutating func finish() throws {
    guard !isEmpty else { throw InputError.empty }
    reportPruned(atEnd: true)
    try report.finish()
  }
}

extension PushOutcome {
  /// The ids of merged messages that are in the trash.
  ///
  /// - Throws: `InboxError`.
  fileprivate func trashed(in inbox: Inbox) throws -> [String] {
    // Thousands of records may be merged into one message.
    let merged = Set(
      results.compactMap { result -> MessageNumber? in
        if case .merged(let number, _) = result { number } else { nil }
      })
    return try inbox.messages(merged.sorted()).filter { $0.status == .deleted }.map(\.id)
  }
}

extension Payload {
  /// Maximum unknown names that are checked for misspellings; a sender may add thousands.
  private static let mostComparedNames = 50

  /// A note for each unknown name that resembles a field's; a sender may add any others.
  fileprivate var misspellings: [String] {
    unknownNames.prefix(Self.mostComparedNames).compactMap { name in
      NearestName.nearest(to: name, in: Self.fieldNames).map { nearest in
        "unknown field '\(name)' was kept in custom; did you mean '\(nearest)'?"
      }
    }
  }
}
