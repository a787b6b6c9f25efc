import BellboardSupport
import ArgumentParser
import InboxCore
import InboxPayloads
import InboxText

/// The place of a record in an input, counted from 1.
struct RecordPlace: CustomStringConvertible {
  private let record: Int
  private let line: Int

  /// The place of a decoded record.
  init(_ record: PayloadRecord) {
    self.record = record.index + 1
    line = record.line
  }

  var description: String { "record \(record), line \(line)" }
}

/// A note on a record that was stored all the same.
struct IntakeNote {
  /// The kind of a note; of each kind only so many different ones are told.
  enum Kind: CaseIterable {
    /// A value that was changed or left out.
    case content
    /// A message that nobody will see.
    case window
    /// A message in the trash.
    case trash

    fileprivate var mostTexts: Int {
      switch self {
      case .content: StandardError.mostErrors
      case .window, .trash: 3
      }
    }

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

  /// Makes a note on the record at a place.
  init(_ kind: Kind, _ text: String, _ place: RecordPlace?) {
    self.kind = kind
    self.text = text
    self.place = place
  }
}

/// The report on the records of an input: each error, up to a number, and equal notes once.
struct IntakeReport {
  private var complaintCount = 0
  /// The notes that were told, and how many equal ones came since.
  private var repeats: [String: Int] = [:]
  private var toldCounts: [IntakeNote.Kind: Int] = [:]
  /// How many more notes of a kind were not told.
  private var untoldCounts: [IntakeNote.Kind: Int] = [:]

  /// Complains of a record that was not stored, unless it is one of very many.
  mutating func complain(_ text: @autoclosure () -> String) {
    complaintCount += 1
    if complaintCount <= StandardError.mostErrors { StandardError.printError(text()) }
  }

  /// Reports notes, equal ones as one that says how many records it is about.
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
    guard let place else { return "" }
    return count == 1 ? " (\(place))" : " (\(count) records, the first is \(place))"
  }

  private static func write(_ text: String) {
    StandardError.printError("note: \(text.printable())")
  }

  /// Tells how many more there were.
  ///
  /// - Throws: `ExitCode.failed` when a record was not stored.
  func finish() throws {
    for (text, count) in repeats.sorted(by: { $0.key < $1.key }) where count > 0 {
      Self.write("\(text) (\(count) more records)")
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
  /// Why a pushed record was not stored, and which one; nil when it was.
  static func reason(for result: PushOutcome.RecordResult, in place: RecordPlace?) -> String? {
    reason(for: result).map { reason in
      (place.map { "\($0): " } ?? "") + "nothing stored: \(reason)"
    }
  }
}
