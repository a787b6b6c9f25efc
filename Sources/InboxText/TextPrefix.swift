extension BidirectionalCollection<UInt8> {
  /// The beginning of a text in UTF-8 of at most so many bytes, cut before the character that does
  /// not fit.
  package func prefix(ofTextUpTo limit: Int) -> SubSequence {
    guard let end = index(startIndex, offsetBy: limit, limitedBy: endIndex), end < endIndex else {
      return self[...]
    }
    // A character has at most three bytes behind its first one; what is no UTF-8 is cut anywhere.
    var cut = end
    for _ in 0..<3 where self[cut] & 0xC0 == 0x80 && cut > startIndex { cut = index(before: cut) }
    return self[..<(self[cut] & 0xC0 == 0x80 ? end : cut)]
  }
}
