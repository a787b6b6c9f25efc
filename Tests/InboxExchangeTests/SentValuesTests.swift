import Testing

@testable import InboxExchange

/// Own values that come back are not taken for those of others.
@Suite struct SentValuesTests {
  private let sent = SentValues()

  private func value(_ subject: String, _ text: String, at sequence: Int64) -> IncomingValue {
    IncomingValue(subject: subject, headers: [:], bytes: Array(text.utf8), sequence: sequence)
  }

  /// Reads a page up to its last value, or further; the sequences of the values of others.
  private func others(_ values: IncomingValue..., through end: Int64? = nil) -> [Int64] {
    let last = end ?? values.last?.sequence ?? 0
    let page = ExchangePage(
      values: values, place: ExchangePlace(stream: "s", sequence: last), isLast: true,
      startsOver: false)
    return sent.others(in: page).map(\.sequence)
  }

  @Test func `values are known by their bytes until their answers are there`() {
    sent.begin([OutgoingValue("a", "own"), OutgoingValue("b", "own too")])
    #expect(
      others(
        value("a", "own", at: 1), value("b", "of another", at: 2), value("c", "own", at: 3),
        value("b", "own too", at: 4)) == [2, 3])
    // Another machine may write the same later.
    sent.end([1, 4])
    #expect(others(value("a", "own", at: 5)) == [5])
  }

  @Test func `values are known by their sequences after that, once`() {
    sent.begin([OutgoingValue("a", "first")])
    sent.end([1])
    sent.begin([OutgoingValue("a", "second"), OutgoingValue("b", "third")])
    sent.end([3, 4])
    #expect(others(value("a", "first", at: 1), value("a", "of another", at: 2), through: 2) == [2])
    #expect(others(value("a", "second", at: 3), value("b", "third", at: 4)) == [])
    // As of another stream.
    #expect(others(value("a", "second", at: 3), value("b", "third", at: 4)) == [3, 4])
  }

  @Test func `sequences that were read before the answer are not kept`() {
    sent.begin([OutgoingValue("a", "x"), OutgoingValue("b", "y")])
    // The page ends with values of other subjects.
    #expect(others(value("a", "x", at: 9), through: 10) == [])
    #expect(sent.last == 0)
    sent.end([9, 10, 11])
    #expect(sent.last == 11)
    #expect(
      others(
        value("a", "of another", at: 9), value("a", "of another", at: 10), value("b", "y", at: 11))
        == [9, 10])
  }

  @Test func `before another stream is read, all is forgotten`() {
    sent.begin([OutgoingValue("a", "x")])
    sent.end([5])
    #expect(others(through: 4) == [])
    sent.begin([OutgoingValue("b", "y")])
    sent.removeAll()
    #expect(others(value("b", "y", at: 1), value("a", "x", at: 5)) == [1, 5])
    sent.removeAll()
    #expect(sent.last == 0)
    // Also how far the former one was read.
    sent.begin([OutgoingValue("c", "z")])
    sent.end([2])
    #expect(others(value("c", "z", at: 2)) == [])
  }
}
