/// A way in which a file of pages is damaged.
package enum FileDamage: String, CaseIterable, Sendable {
  /// Some bits are the other way round.
  case flippedBits
  /// Some bytes are others.
  case otherBytes
  /// A page has nothing but zeroes.
  case zeroedPage
  /// Two pages have changed places.
  case swappedPages
  /// A page is a copy of another one.
  case copiedPage
  /// The end is missing.
  case cutShort

  /// Damages bytes, the same for the same random numbers.
  package func apply(to bytes: inout [UInt8], pageSize: Int = 4_096, _ random: inout SeededRandom) {
    guard bytes.count >= 2 * pageSize else { return }
    let pageCount = bytes.count / pageSize
    func page() -> Range<Int> {
      let start = Int.random(in: 0..<pageCount, using: &random) * pageSize
      return start..<start + pageSize
    }
    switch self {
    case .flippedBits:
      // Most near each other, where headers of pages and records are.
      let start = page().lowerBound
      for _ in 0..<Int.random(in: 1...40, using: &random) {
        let index =
          start + Int.random(in: 0..<(Bool.random(using: &random) ? 200 : pageSize), using: &random)
        bytes[index] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      }
    case .otherBytes:
      for _ in 0..<Int.random(in: 1...200, using: &random) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(
          in: 0...255, using: &random)
      }
    case .zeroedPage:
      let range = page()
      bytes.replaceSubrange(range, with: repeatElement(0, count: pageSize))
    case .swappedPages:
      let (first, second) = (page(), page())
      let kept = Array(bytes[first])
      bytes.replaceSubrange(first, with: Array(bytes[second]))
      bytes.replaceSubrange(second, with: kept)
    case .copiedPage:
      let (from, to) = (page(), page())
      bytes.replaceSubrange(to, with: Array(bytes[from]))
    case .cutShort:
      bytes.removeLast(Int.random(in: 1..<bytes.count / 2, using: &random))
    }
  }
}
