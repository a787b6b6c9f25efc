/// Ascending message numbers as the log keeps them: runs, so that a bulk verb stays small.
///
/// Each run is two LEB128 values: how far its first number lies past the end of the run before
/// it, and how many numbers it has. A million messages in a row take four bytes.
struct PackedNumbers {
  /// The packed form.
  private(set) var bytes: [UInt8] = []

  /// Packs numbers; their order and repetitions are not kept.
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

  /// Most numbers that a list may hold: more than any inbox has messages.
  private static let limit: Int64 = 1 << 26

  /// The numbers, ascending; damaged bytes end the list early.
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
      // No room is asked for: asked for run by run, the array would be copied at each.
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
  fileprivate var isAscending: Bool {
    zip(self, dropFirst()).allSatisfy { $0 < $1 }
  }
}
