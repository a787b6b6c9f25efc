import Foundation
import InboxUI

/// The dimensions in the header of an image; the image itself is not decoded.
struct ImageDimensions: Equatable {
  /// Pixels of a row.
  let columns: Int
  /// Rows of pixels.
  let rows: Int

  /// Maximum bytes of a file that are searched for the header.
  private static let most = 1 << 16
  /// Bytes of a decoded pixel.
  private static let pixel = 4

  /// Bytes of all decoded pixels; a header may claim more than any integer holds.
  var memory: Double { Double(columns) * Double(rows) * Double(Self.pixel) }

  /// The cells that come nearest to the shape of the image.
  ///
  /// - Parameters:
  ///   - most: Maximum columns and rows.
  ///   - cell: The size of a cell in pixels; nil for twice as high as wide.
  /// - Returns: The columns and rows, at least one each.
  func cells(within most: Size, of cell: PixelSize?) -> Size {
    let shape = cell.map { Double($0.height) / Double(max($0.width, 1)) } ?? 2
    let columnsOfRow = min(Double(columns) / Double(max(rows, 1)) * shape, 1_000)
    let widths = (1...most.rows).map { max(Int((columnsOfRow * Double($0)).rounded()), 1) }
    let place = widths.lastIndex { $0 <= most.columns } ?? 0
    return Size(columns: min(widths[place], most.columns), rows: place + 1)
  }

  /// Parses the beginning of an open file; nil unless it is a PNG, GIF or JPEG image.
  init?(of descriptor: Int32) {
    var bytes = [UInt8](repeating: 0, count: Self.most)
    let count = pread(descriptor, &bytes, bytes.count, 0)
    self.init(beginning: Array(bytes.prefix(max(count, 0))))
  }

  /// Parses the beginning of an image; nil unless it is a PNG, GIF or JPEG image.
  init?(beginning bytes: [UInt8]) {
    let size: (Int, Int)?
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) {
      size = bytes.numbers(at: 16, of: 4)
    } else if bytes.starts(with: "GIF8".utf8) {
      size = bytes.numbers(at: 6, of: 2, isLittle: true)
    } else {
      size = bytes.starts(with: [0xFF, 0xD8]) ? bytes.frameOfJPEG.map { ($1, $0) } : nil
    }
    guard let size else { return nil }
    (columns, rows) = size
  }
}

/// Numbers in bytes; nil beyond the end.
extension [UInt8] {
  fileprivate func number(at place: Int, of width: Int, isLittle: Bool = false) -> Int? {
    guard place + width <= count else { return nil }
    let digits = self[place..<(place + width)]
    return (isLittle ? digits.reversed() : Array(digits)).reduce(0) { $0 << 8 | Int($1) }
  }

  /// Two consecutive numbers.
  fileprivate func numbers(at place: Int, of width: Int, isLittle: Bool = false) -> (Int, Int)? {
    guard let first = number(at: place, of: width, isLittle: isLittle),
      let second = number(at: place + width, of: width, isLittle: isLittle)
    else { return nil }
    return (first, second)
  }

  /// Rows and columns in the first frame header: SOF0 to SOF15 but for three markers of tables.
  fileprivate var frameOfJPEG: (Int, Int)? {
    var place = 2
    while let marker = number(at: place, of: 2), marker >> 8 == 0xFF {
      let isFrame = 0xFFC0...0xFFCF ~= marker && ![0xFFC4, 0xFFC8, 0xFFCC].contains(marker)
      if isFrame { return numbers(at: place + 5, of: 2) }
      guard let length = number(at: place + 2, of: 2), length >= 2 else { return nil }
      place += 2 + length
    }
    return nil
  }
}
