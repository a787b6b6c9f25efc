public import Foundation

extension MessageFilter {
  /// Reads a filter as people write it.
  ///
  /// For example `is:unread source:ntfy/* priority>=high -tag:test "disk full"`. Terms with the
  /// same key are any of them, bare words and phrases all of them.
  ///
  /// - Parameters:
  ///   - text: The filter; nothing, or blanks, is the default list.
  ///   - now: The moment from which `today` and `yesterday` are reckoned.
  ///   - timeZone: What dates and times without an offset mean.
  /// - Throws: ``FilterError``, for the first term that is wrong.
  public init(
    parsing text: String, now: Date, timeZone: TimeZone
  ) throws(FilterError) {
    self.init()
    var tokenizer = FilterTokenizer(text)
    let parser = FilterTermParser(now: now, timeZone: timeZone)
    while let token = try tokenizer.next() {
      terms.append(Term(try parser.condition(of: token), isNegated: token.isNegated))
    }
  }
}
