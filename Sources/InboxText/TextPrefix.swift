extension BidirectionalCollection<UInt8> {
  /// Truncates UTF-8 text to at most `limit` bytes, at a character boundary.
  package func prefix(ofTextUpTo limit: Int) -> SubSequence {
    guard let end = index(startIndex, offsetBy: limit, limitedBy: endIndex), end < endIndex else {
      return self[...]
    }
    // A scalar has at most three continuation bytes; invalid UTF-8 is cut anywhere.
    var cut = end
    for _ in 0..<3 where self[cut] & 0xC0 == 0x80 && cut > startIndex { cut = index(before: cut) }
    return self[..<(self[cut] & 0xC0 == 0x80 ? end : cut)]
  }
}
