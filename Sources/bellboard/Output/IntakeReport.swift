import ArgumentParser
import BellboardSupport
import InboxCore
import InboxPayloads
import InboxText

/// The position of a record in an input; record and line are counted from 1.
struct RecordPlace: CustomStringConvertible {
  private let record: Int
  private let line: Int

  /// The position of a decoded record.
  init(_ record: PayloadRecord) {
    self.record = record.index + 1
    line = record.line
  }

  var description: String { "record \(record), line \(line)" }
}

/// A note (warning) on a record.
struct IntakeNote {
  /// The kind of a note; the number of different notes of a kind is limited.
  enum Kind: CaseIterable {
    /// A value was changed, kept elsewhere or left out, or a rule dropped the record.
    case content
    /// The message will never be shown, or has expired.
    case window
    /// The message is in the trash.
    case trash

    fileprivate var mostTexts: Int { self == .content ? StandardError.mostErrors : 3 }

    fileprivate func text(ofMore count: Int) -> String {
      switch self {
      case .content: "… and \(count) other notes"
      case .window: "\(count) more are not shown either"
      case .trash: "\(count) more are in the trash and stay there"
      }
    }
  }

  fileprivate let kind: Kind
  fileprivate let text: String
  fileprivate let place: RecordPlace?

  /// Creates a note on the record at a position.
  init(_ kind: Kind, _ text: String, _ place: RecordPlace?) {
    self.kind = kind
    self.text = text
    self.place = place
  }
}

/// Reports errors and notes on records: errors up to a maximum, equal notes once.
struct IntakeReport {
  private var complaintCount = 0
  /// The printed notes, and the number of equal ones since.
  private var repeats: [String: Int] = [:]
  private var toldCounts: [IntakeNote.Kind: Int] = [:]
  /// The number of notes of a kind that were suppressed.
  private var untoldCounts: [IntakeNote.Kind: Int] = [:]

  /// Reports a record that was not stored; beyond the maximum it only counts it.
  mutating func complain(_ text: @autoclosure () -> String) {
    complaintCount += 1
    if complaintCount <= StandardError.mostErrors { StandardError.printError(text()) }
  }

  /// Reports notes; equal ones are merged, with the number of their records.
  mutating func add(_ notes: [IntakeNote]) {
    var counts: [String: Int] = [:]
    var news: [IntakeNote] = []
    for note in notes {
      if let count = repeats[note.text] {
        repeats[note.text] = count + 1
      } else if let count = counts[note.text] {
        counts[note.text] = count + 1
      } else if toldCounts[note.kind, default: 0] < note.kind.mostTexts {
        toldCounts[note.kind, default: 0] += 1
        counts[note.text] = 1
        news.append(note)
      } else {
        untoldCounts[note.kind, default: 0] += 1
      }
    }
    for note in news {
      repeats[note.text] = 0
      Self.write(note.text + Self.suffix(note.place, count: counts[note.text] ?? 1))
    }
  }

  private static func suffix(_ place: RecordPlace?, count: Int) -> String {
    guard let place else { return count == 1 ? "" : " (\(count) records)" }
    return count == 1 ? " (\(place))" : " (\(count) records, the first is \(place))"
  }

  private static func write(_ text: String) {
    StandardError.printError("note: \(text.printable())")
  }

  /// Reports the number of errors and notes that were suppressed.
  ///
  /// - Throws: `ExitCode.failed` if a record was not stored.
  func finish() throws {
    for (text, count) in repeats.sorted(by: { $0.key < $1.key }) where count > 0 {
      Self.write("\(text) (\(count.counted("more record")))")
    }
    for kind in IntakeNote.Kind.allCases {
      if let count = untoldCounts[kind] { Self.write(kind.text(ofMore: count)) }
    }
    let untold = complaintCount - StandardError.mostErrors
    if untold > 0 { StandardError.printError("… and \(untold) more") }
    if complaintCount > 0 { throw ExitCode.failed }
  }
}

extension ErrorText {
  /// The reason why a pushed record was not stored, with its position; nil if it was stored.
  static func reason(for result: PushOutcome.RecordResult, in place: RecordPlace?) -> String? {
    reason(for: result).map { reason in
      (place.map { "\($0): " } ?? "") + "nothing stored: \(reason)"
    }
  }
}
