/// Ascending message numbers, run-length encoded for the log, so that bulk verbs stay small.
///
/// Each run is two LEB128 values: the gap between the end of the previous run and its first
/// number, and its length. A million consecutive messages take four bytes.
struct PackedNumbers {
  /// The encoded bytes.
  private(set) var bytes: [UInt8] = []

  /// Encodes numbers; order and duplicates are lost.
  init(_ numbers: [MessageNumber]) {
    var end: Int64 = 0
    var run: Range<Int64> = 0..<0
    for number in numbers.isAscending ? numbers : Set(numbers).sorted() {
      if number.rawValue == run.upperBound && !run.isEmpty {
        run = run.lowerBound..<number.rawValue + 1
      } else {
        append(run, after: &end)
        run = number.rawValue..<number.rawValue + 1
      }
    }
    append(run, after: &end)
  }

  /// Maximum count of numbers: more than any inbox has messages.
  private static let limit: Int64 = 1 << 26

  /// The decoded numbers, ascending; damaged bytes end the list early.
  static func unpack(_ packed: [UInt8]) -> [MessageNumber] {
    var numbers: [MessageNumber] = []
    var bytes = ByteReader(packed)
    var end: Int64 = 0
    while let gap = bytes.readInteger().flatMap(Int64.init(exactly:)),
      let count = bytes.readInteger().flatMap(Int64.init(exactly:))
    {
      let (start, overflows) = end.addingReportingOverflow(gap)
      guard !overflows, count <= Int64.max - start,
        count <= limit - Int64(numbers.count)
      else { break }
      end = start + count
      // No capacity is reserved: reserved for each run, the array would be copied at each.
      for number in start..<end { numbers.append(MessageNumber(number)) }
    }
    return numbers
  }

  private mutating func append(_ run: Range<Int64>, after end: inout Int64) {
    guard !run.isEmpty else { return }
    bytes.appendInteger(UInt64(run.lowerBound - end))
    bytes.appendInteger(UInt64(run.count))
    end = run.upperBound
  }
}

extension [MessageNumber] {
  fileprivate var isAscending: Bool { zip(self, dropFirst()).allSatisfy { $0 < $1 } }
}

/// The encoded changes of a step, ascending by number.
struct PackedChanges {
  private(set) var bytes: [UInt8] = []
  private var last: Int64 = 0

  init(_ changes: [StateChange] = []) { for change in changes { append(change) } }

  /// Appends the change of a message; its number must be the largest so far.
  mutating func append(_ change: StateChange) {
    bytes.appendInteger(UInt64(bitPattern: change.number.rawValue &- last))
    last = change.number.rawValue
    append(change.before)
    append(change.after)
  }

  /// One byte of flags (status, 0b11 for no status before, pin, snooze, done, event), then the times,
  /// then the length and the text of the event that ends a snooze.
  private mutating func append(_ state: MessageState) {
    var flags = UInt8(state.status.rawValue)
    flags |= UInt8(state.statusBeforeDelete?.rawValue ?? 3) << 2
    flags |= state.isPinned ? 0x10 : 0
    let event = state.snoozedFor?.event.map { Array($0.utf8) }
    flags |= state.snoozedUntil == nil ? 0 : 0x20
    flags |= state.doneAt == nil ? 0 : 0x40
    flags |= event == nil ? 0 : 0x80
    bytes.append(flags)
    for moment in [state.snoozedUntil, state.doneAt].compactMap(\.self) {
      bytes.appendInteger(UInt64(bitPattern: moment))
    }
    if let event {
      bytes.appendInteger(UInt64(event.count))
      bytes += event
    }
  }

  /// Decodes changes; nil for damaged bytes, or those of a newer program.
  static func unpack(_ bytes: [UInt8]) -> [StateChange]? {
    var reader = ByteReader(bytes)
    var changes: [StateChange] = []
    var last: Int64 = 0
    while !reader.isAtEnd {
      guard let step = reader.readInteger(), let before = readState(&reader),
        let after = readState(&reader)
      else { return nil }
      last &+= Int64(bitPattern: step)
      changes.append(.init(number: MessageNumber(last), before: before, after: after))
    }
    return changes
  }

  private static func readState(_ reader: inout ByteReader) -> MessageState? {
    guard let flags = reader.readByte(),
      let status = Status(rawValue: Int(flags & 3))
    else { return nil }
    var state = MessageState(
      status: status, statusBeforeDelete: Status(rawValue: Int(flags >> 2 & 3)),
      isPinned: flags & 0x10 != 0)
    if flags & 0x20 != 0 {
      guard let moment = reader.readInteger() else { return nil }
      state.snoozedUntil = Int64(bitPattern: moment)
    }
    if flags & 0x40 != 0 {
      guard let moment = reader.readInteger() else { return nil }
      state.doneAt = Int64(bitPattern: moment)
    }
    if flags & 0x80 != 0 {
      guard let text = reader.readText(), let event = SnoozeEnd(event: text) else { return nil }
      state.snoozedFor = event
    }
    return state
  }
}

/// The change of one message by one step, for undo.
struct StateChange: Hashable {
  var number: MessageNumber
  var before: MessageState
  var after: MessageState
}

/// A reader of bytes and variable-length integers (LEB128); nil beyond the end.
struct ByteReader {
  private var bytes: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { self.bytes = bytes[...] }

  var isAtEnd: Bool { bytes.isEmpty }

  mutating func readByte() -> UInt8? { bytes.popFirst() }

  /// A text behind the number of its bytes.
  mutating func readText() -> String? {
    guard let count = readInteger(), count <= bytes.count else { return nil }
    defer { bytes = bytes.dropFirst(Int(count)) }
    return String(decoding: bytes.prefix(Int(count)), as: UTF8.self)
  }

  /// Seven bits a byte, the lowest first; the high bit marks that more follow.
  mutating func readInteger() -> UInt64? {
    var value: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 64, by: 7) {
      guard let byte = bytes.popFirst() else { return nil }
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return value }
    }
    return nil
  }
}

extension [UInt8] {
  /// Appends an integer in the encoding of ``ByteReader/readInteger()``.
  mutating func appendInteger(_ value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    append(UInt8(rest))
  }
}
