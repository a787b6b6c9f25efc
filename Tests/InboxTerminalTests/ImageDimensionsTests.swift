import Foundation
import InboxUI
import Testing

@testable import InboxTerminal

/// What the headers of images claim.
struct ImageDimensionsTests {
  private static let png: [UInt8] =
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
  private static let gif: [UInt8] = Array("GIF89a".utf8)
  private static let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 1, 0xFF, 0xC2, 0, 17, 8]

  @Test(arguments: [
    (png + [0, 0, 0x4E, 0x20, 0, 0, 0, 5], 20_000, 5), (gif + [0x2C, 1, 2, 0], 300, 2),
    (jpeg + [0, 7, 1, 0], 256, 7),
    (png + [UInt8](repeating: 0xFF, count: 8), 0xFFFF_FFFF, 0xFFFF_FFFF),
  ])
  func `columns and rows are read`(bytes: [UInt8], columns: Int, rows: Int) throws {
    let size = try #require(ImageDimensions(beginning: bytes))
    #expect(size.columns == columns && size.rows == rows)
    #expect(size.memory == Double(columns) * Double(rows) * 4)
  }

  @Test(arguments: [
    (64, 64, 4, 2), (640, 480, 3, 1), (1_600, 900, 4, 1), (480, 640, 3, 2), (9, 900, 1, 2),
    (4_000, 10, 4, 1), (0, 0, 1, 2),
  ])
  func `a few cells keep the shape of the image`(columns: Int, rows: Int, width: Int, height: Int)
    throws
  {
    let bytes = [columns, rows].flatMap { side -> [UInt8] in
      [0, 0, UInt8(side >> 8), UInt8(side & 255)]
    }
    let image = try #require(ImageDimensions(beginning: Self.png + bytes))
    let size = image.cells(
      within: Size(columns: 4, rows: 2), of: PixelSize(width: 9, height: 19))
    #expect(size == Size(columns: width, rows: height))
  }

  @Test func `what is cut off or no image has none`() {
    let whole = [
      Self.png + [0, 0, 1, 0, 0, 0, 1, 0], Self.gif + [1, 0, 1, 0], Self.jpeg + [0, 1, 0, 1],
    ]
    for bytes in whole {
      for count in 0..<bytes.count {
        #expect(ImageDimensions(beginning: Array(bytes.prefix(count))) == nil)
      }
    }
    #expect(ImageDimensions(beginning: Array("no image".utf8)) == nil)
    #expect(ImageDimensions(beginning: [0xFF, 0xD8, 0xFF, 0xE0, 0, 0]) == nil)
    #expect(ImageDimensions(beginning: [0xFF, 0xD8, 0xFF, 0xFF, 0xFF, 0xFF]) == nil)
  }
}
