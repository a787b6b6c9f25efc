import BellboardSupport
import ArgumentParser
import Foundation
import InboxCore
import InboxPayloads
import InboxUI

/// Takes in JSON lines in batches of one transaction each.
struct Importer {
  private let inbox: Inbox
  private let isReplacing: Bool
  private let isPruning: Bool
  private var batch: [Payload] = []
  private var complaintCount = 0
  private static let batchSize = 5_000
  private static let mostComplaints = 20

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
    var lines = PayloadLines()
    try file.forEachPiece { piece in
      try lines.append(piece) { try take($0) }
    }
    try lines.finish { try take($0) }
    try store()
  }

  /// Complains of what did not fit on the screen, and fails when a line was not stored.
  ///
  /// - Throws: `ExitCode.failed`.
  func finish() throws {
    let untold = complaintCount - Self.mostComplaints
    if untold > 0 { StandardError.complain("\(untold) more records were not stored") }
    if complaintCount > 0 { throw ExitCode.failed }
  }

  private mutating func take(_ record: PayloadRecord) throws {
    switch record.result {
    case .success(let payload): batch.append(payload)
    case .failure(let problem): complain(ErrorText.text(for: problem, in: record))
    }
    if batch.count >= Self.batchSize { try store() }
  }

  private mutating func store() throws {
    guard !batch.isEmpty else { return }
    let outcome = try inbox.importMessages(
      batch, replacing: isReplacing, pruning: isPruning)
    for result in outcome.results {
      if let reason = ErrorText.complaint(of: result) {
        complain("a record was not stored: \(reason)")
      } else {
        storedCount += 1
      }
    }
    batch.removeAll(keepingCapacity: true)
  }

  private mutating func complain(_ text: String) {
    complaintCount += 1
    if complaintCount <= Self.mostComplaints { StandardError.complain(text) }
  }
}
