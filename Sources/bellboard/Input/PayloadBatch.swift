import BellboardSupport
import InboxText
import ArgumentParser
import Foundation
import InboxCore
import InboxPayloads
import InboxUI

/// The records of one push: payloads to store, and complaints about the others.
struct PayloadBatch {
  /// What can be stored, in the order in which it came.
  private(set) var payloads: [Payload] = []
  /// One sentence for each record that is no payload.
  private(set) var complaints: [String] = []

  /// Makes a batch of payloads that were built here.
  init(_ payloads: [Payload]) {
    self.payloads = payloads
  }

  /// Sorts decoded records.
  init(records: [PayloadRecord]) {
    for record in records {
      switch record.result {
      case .success(let payload): payloads.append(payload)
      case .failure(let problem): complaints.append(ErrorText.text(for: problem, in: record))
      }
    }
  }

  /// Reads the records that are piped in.
  ///
  /// - Throws: ``InputError/empty`` when there is none.
  static func standardInput() throws -> PayloadBatch {
    let records = PayloadDecoder().decode(try StandardInput.bytes())
    guard !records.isEmpty else { throw InputError.empty }
    return PayloadBatch(records: records)
  }

  /// Prints the ids of what was stored and complains of what was not.
  ///
  /// - Parameters:
  ///   - outcome: What became of the payloads.
  ///   - trashed: The ids of those messages that are in the trash.
  ///   - output: Where the ids go.
  ///   - now: When.
  /// - Throws: `ExitCode.failed` when a record was not stored.
  func report(
    _ outcome: PushOutcome, trashed: [String], to output: StandardOutput, at now: Date
  ) throws {
    var complaints = complaints
    for result in outcome.results {
      if case .inserted(_, let id) = result { try output.line(id.printable()) }
      if case .merged(_, let id) = result { try output.line(id.printable()) }
      if let reason = ErrorText.complaint(of: result) {
        complaints.append("nothing stored: \(reason)")
      }
    }
    try output.flush()
    let notes =
      payloads.flatMap(\.notes) + payloads.flatMap(\.misspellings)
      + Self.few(payloads.compactMap { $0.windowNote(at: now) })
      + Self.few(
        trashed.map { "'\($0)' is in the trash and stays there; --resurface brings it back" })
    StandardError.complain(each: notes.map { "note: \($0.printable())" })
    StandardError.complain(each: complaints)
    if !complaints.isEmpty { throw ExitCode.failed }
  }

  /// The first of some notes that are much alike, and how many more there are.
  private static func few(_ notes: [String]) -> [String] {
    let more = notes.count - 3
    return notes.prefix(3) + (more > 0 ? ["\(more) more are not shown either"] : [])
  }
}

extension PushOutcome {
  /// The ids of messages that were changed in the trash, where nobody sees it.
  ///
  /// - Throws: `InboxError`.
  func trashed(in inbox: Inbox) throws -> [String] {
    let merged = results.compactMap { result -> MessageNumber? in
      if case .merged(let number, _) = result { number } else { nil }
    }
    return try inbox.messages(merged).filter { $0.status == .deleted }.map(\.id)
  }
}

extension Payload {
  /// One sentence for each name that looks like that of a field; others a sender may add freely.
  var misspellings: [String] {
    unknownNames.compactMap { name in
      NearestName.nearest(to: name, in: Self.fieldNames).map { nearest in
        "unknown field '\(name)' was kept in custom; did you mean '\(nearest)'?"
      }
    }
  }
}
