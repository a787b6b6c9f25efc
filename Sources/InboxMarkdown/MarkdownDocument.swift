import CCommonMark

/// A parsed Markdown document: CommonMark with tables, task lists and strikethrough.
///
/// Its texts and links are untrusted.
package struct MarkdownDocument: Sendable, Hashable {
  /// The leaf blocks, in the order of the text.
  package private(set) var blocks: [MarkdownBlock] = []
  /// The targets of links and images, in the order of the text.
  package private(set) var links: [String] = []
  /// The indices of images in ``links``.
  package private(set) var images: [Int] = []

  /// Parses a text; any text is valid.
  package init(parsing text: String) {
    var text = text
    let hasTables = text.withUTF8 { TableLimits.allow($0) }
    var builder = MarkdownBuilder()
    text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { characters in
        guard let start = characters.baseAddress,
          let walk = commonmark_begin(start, characters.count, hasTables)
        else { return }
        defer { commonmark_end(walk) }
        var step = commonmark_step()
        while commonmark_next(walk, &step) { builder.take(step) }
      }
    }
    (blocks, links) = (builder.blocks, builder.inlines.links)
    images = builder.inlines.images
  }
}

/// The limits of tables.
///
/// cmark-gfm's time for a table is quadratic in its columns, and its memory proportional to columns
/// times rows, even for empty cells. A text that could exceed the limits is parsed without tables.
private enum TableLimits {
  private static let mostColumns = 100
  private static let mostCells = 200_000

  static func allow(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let lines = bytes.split(omittingEmptySubsequences: false) {
      $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r")
    }
    let most = lines.map { $0.count { $0 == UInt8(ascii: "|") } }.max() ?? 0
    return most <= mostColumns && most * lines.count <= mostCells
  }
}
