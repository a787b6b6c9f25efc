import Foundation
import InboxCore
import InboxTestSupport
import Testing

@testable import InboxSources

/// Images that come as pixels.
struct DesktopImageTests {
  private func hint(
    width: Int64 = 2, height: Int64 = 2, stride: Int64 = 8, hasAlpha: Bool = false,
    bits: Int64 = 8, channels: Int64 = 3, bytes: [UInt8]
  ) -> BusValue {
    .structure([
      .integer(width), .integer(height), .integer(stride), .boolean(hasAlpha), .integer(bits),
      .integer(channels), .bytes(bytes, count: bytes.count),
    ])
  }

  @Test func `pixels become a PNG file, without the space between the rows`() throws {
    let bytes: [UInt8] = [1, 2, 3, 4, 5, 6, 0, 0, 7, 8, 9, 10, 11, 12]
    let image = try #require(DesktopImage(hint(bytes: bytes)))
    // Made and read back with Python's zlib.
    let expected =
      "iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAGUlEQVR4AQEOAPH/AAECAwQFBgAHCAkKCwwBjwBPnjWJSQAAAABJRU5ErkJggg=="
    #expect(Data(image.png).base64EncodedString() == expected)
  }

  @Test func `what does not add up is no image`() {
    let good = [UInt8](repeating: 0, count: 14)
    #expect(DesktopImage(hint(bytes: good)) != nil)
    #expect(DesktopImage(hint(bytes: good.dropLast())) == nil)
    #expect(DesktopImage(hint(width: .max, bytes: good)) == nil)
    #expect(DesktopImage(hint(width: -1, bytes: good)) == nil)
    #expect(DesktopImage(hint(height: 0, bytes: good)) == nil)
    #expect(DesktopImage(hint(stride: 5, bytes: good)) == nil)
    #expect(DesktopImage(hint(stride: .max, bytes: good)) == nil)
    #expect(DesktopImage(hint(bits: 16, bytes: good)) == nil)
    #expect(DesktopImage(hint(hasAlpha: true, bytes: good)) == nil)
    #expect(DesktopImage(.text("image")) == nil)
    #expect(DesktopImage(nil) == nil)
  }

  @Test func `a large image is made smaller`() throws {
    let bytes = [UInt8](repeating: 7, count: 2_000 * 1_500 * 4)
    let image = try #require(
      DesktopImage(
        hint(
          width: 2_000, height: 1_500, stride: 8_000, hasAlpha: true, channels: 4, bytes: bytes)))
    #expect(image.pixels.count <= DesktopImage.mostBytes)
    #expect(image.width == 500 && image.height == 375)
  }

  @Test func `the folder keeps the newest`() throws {
    let folder = try TemporaryFolder()
    let images = DesktopImageFolder(in: folder.path)
    for number in UInt8(0)..<70 {
      let bytes = [UInt8](repeating: number, count: 14)
      let image = try #require(DesktopImage(hint(bytes: bytes)))
      let attachment = try #require(images.attachment(of: image))
      #expect(attachment.url.hasSuffix("-2x2.png"))
      #expect(
        FileManager.default.fileExists(atPath: try #require(URL(string: attachment.url)).path))
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/desktop-images")
    #expect(names.count == DesktopImageFolder.most)
  }
}
