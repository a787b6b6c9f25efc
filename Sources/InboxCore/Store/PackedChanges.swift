/// The changes of a step as the log keeps them, packed, ascending by number.
struct PackedChanges {
  private(set) var bytes: [UInt8] = []
  private var last: Int64 = 0

  init(_ changes: [StateChange] = []) {
    for change in changes { append(change) }
  }

  /// Adds the change of a message whose number is larger than all before it.
  mutating func append(_ change: StateChange) {
    bytes.appendInteger(UInt64(bitPattern: change.number.rawValue &- last))
    last = change.number.rawValue
    append(change.before)
    append(change.after)
  }

  /// One byte of flags (status, 0b11 for no status before, pin, snooze), then the snooze.
  private mutating func append(_ state: MessageState) {
    var flags = UInt8(state.status.rawValue)
    flags |= UInt8(state.statusBeforeDelete?.rawValue ?? 3) << 2
    flags |= state.isPinned ? 0x10 : 0
    flags |= state.snoozedUntil == nil ? 0 : 0x20
    bytes.append(flags)
    if let moment = state.snoozedUntil { bytes.appendInteger(UInt64(bitPattern: moment)) }
  }

  /// Reads changes back; nil for bytes that are damaged, or that a newer program wrote.
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
    guard let flags = reader.readByte(), flags < 0x40,
      let status = Status(rawValue: Int(flags & 3))
    else { return nil }
    var state = MessageState(
      status: status, statusBeforeDelete: Status(rawValue: Int(flags >> 2 & 3)),
      isPinned: flags & 0x10 != 0)
    if flags & 0x20 != 0 {
      guard let moment = reader.readInteger() else { return nil }
      state.snoozedUntil = Int64(bitPattern: moment)
    }
    return state
  }
}
