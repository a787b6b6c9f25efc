/// Text with wrapped paragraphs (RFC 3676): `format=flowed`.
enum FlowedText {
  /// The text with each paragraph on one line.
  static func joined(_ text: String, deletesBlank: Bool) -> String {
    var paragraphs: [UInt8] = []
    var depth: Int?
    for line in text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      let quote = line.prefix { $0 == UInt8(ascii: ">") }.count
      var content = line.dropFirst(quote)
      // Lines that start with a significant character are preceded by a space.
      if content.first == UInt8(ascii: " ") { content = content.dropFirst() }
      let isSignature = content.elementsEqual("-- ".utf8)
      if depth != quote || isSignature {
        if depth != nil { paragraphs.append(UInt8(ascii: "\n")) }
        if quote > 0 {
          paragraphs += [UInt8](repeating: UInt8(ascii: ">"), count: quote)
          paragraphs.append(UInt8(ascii: " "))
        }
      }
      let isOpen = content.last == UInt8(ascii: " ") && !isSignature
      paragraphs += isOpen && deletesBlank ? content.dropLast() : content
      if isOpen {
        depth = quote
      } else {
        paragraphs.append(UInt8(ascii: "\n"))
        depth = nil
      }
    }
    return String(decoding: paragraphs, as: UTF8.self)
  }
}
