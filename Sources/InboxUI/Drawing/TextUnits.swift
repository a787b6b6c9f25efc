/// A text as the pieces that a line may be broken between: graphemes, each with its columns.
///
/// Plain ASCII needs no such pieces made: a byte is one. That path lays out a row in microseconds.
protocol TextUnits {
  /// How many pieces there are.
  var count: Int { get }
  /// Columns of a piece.
  func columns(at index: Int) -> Int
  /// The first byte of a piece.
  func byte(at index: Int) -> UInt8
  /// The text of a run of pieces.
  func text(_ range: Range<Int>) -> String
}

extension TextUnits {
  func isSpace(at index: Int) -> Bool { byte(at: index) == 0x20 }
  func isNewline(at index: Int) -> Bool { byte(at: index) == 0x0A }

  /// Columns of a run of pieces.
  func columns(_ range: Range<Int>) -> Int {
    range.reduce(0) { $0 + columns(at: $1) }
  }
}

/// The bytes of a text that is ASCII throughout.
struct ASCIIUnits: TextUnits {
  let bytes: UnsafeBufferPointer<UInt8>

  var count: Int { bytes.count }
  func columns(at index: Int) -> Int { 1 }
  func byte(at index: Int) -> UInt8 { bytes[index] }
  func columns(_ range: Range<Int>) -> Int { range.count }

  func text(_ range: Range<Int>) -> String {
    String(decoding: UnsafeBufferPointer(rebasing: bytes[range]), as: UTF8.self)
  }
}

/// The graphemes of any text.
struct GraphemeUnits: TextUnits {
  private let source: String
  private let starts: [String.Index]
  private let widths: [Int]

  /// Takes a text apart.
  init(_ text: String) {
    source = text
    starts = text.indices + [text.endIndex]
    widths = text.map(\.columns)
  }

  var count: Int { widths.count }
  func columns(at index: Int) -> Int { widths[index] }
  func byte(at index: Int) -> UInt8 { source.utf8[starts[index]] }
  func text(_ range: Range<Int>) -> String {
    String(source[starts[range.lowerBound]..<starts[range.upperBound]])
  }
}
