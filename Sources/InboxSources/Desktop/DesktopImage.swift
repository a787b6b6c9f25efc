import CZlib
import Foundation
import InboxCore
import InboxSystem

/// The pixels of a notification's image, from the hint `image-data`.
struct DesktopImage: Sendable, Hashable {
  /// Columns and rows.
  let width: Int
  let height: Int
  /// 3 for red, green and blue; 4 with transparency.
  let channels: Int
  /// The rows from the top, without padding.
  let pixels: [UInt8]

  /// Maximum bytes of pixels; larger images are downsampled.
  static let mostBytes = 1_024 * 1_024

  /// Reads the pixels of a hint; nil if it is not an image, or far too large.
  init?(_ hint: BusValue?) {
    guard case .structure(let parts) = hint, parts.count == 7,
      case .bytes(let bytes, _) = parts[6]
    else { return nil }
    let numbers = parts.compactMap { $0.integer.flatMap { Int(exactly: $0) } }
    guard numbers.count == 5, case .boolean(let hasAlpha) = parts[3] else { return nil }
    let (columns, rows, stride, channels) = (numbers[0], numbers[1], numbers[2], numbers[4])
    let limit = 1...32_768
    guard numbers[3] == 8, channels == (hasAlpha ? 4 : 3), limit.contains(columns),
      limit.contains(rows), (columns * channels...1_048_576).contains(stride),
      bytes.count >= stride * (rows - 1) + columns * channels
    else { return nil }
    var step = 1
    while (columns / step) * (rows / step) * channels > Self.mostBytes { step += 1 }
    (width, height) = (max(columns / step, 1), max(rows / step, 1))
    self.channels = channels
    var pixels: [UInt8] = []
    pixels.reserveCapacity(width * height * channels)
    for row in 0..<height {
      for column in 0..<width {
        let start = row * step * stride + column * step * channels
        pixels += bytes[start..<(start + channels)]
      }
    }
    self.pixels = pixels
  }

  /// The image as an uncompressed PNG file.
  var png: [UInt8] {
    let header = Self.number(width) + Self.number(height) + [8, channels == 4 ? 6 : 2, 0, 0, 0]
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
      + Self.chunk("IHDR", header) + Self.chunk("IDAT", stream) + Self.chunk("IEND", [])
  }

  /// The rows, each with its filter byte, as a zlib stream (RFC 1950).
  private var stream: [UInt8] {
    let row = width * channels
    var data: [UInt8] = []
    data.reserveCapacity((row + 1) * height)
    for start in stride(from: 0, to: pixels.count, by: row) {
      data.append(0)
      data += pixels[start..<(start + row)]
    }
    var size = compressBound(uLong(data.count))
    return [UInt8](unsafeUninitializedCapacity: Int(size)) { buffer, count in
      let code = compress2(
        buffer.baseAddress, &size, data, uLong(data.count), Z_NO_COMPRESSION)
      count = code == Z_OK ? Int(size) : 0
    }
  }

  private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
    let checked = Array(name.utf8) + content
    return number(content.count) + checked + number(Int(crc32(0, checked, uInt(checked.count))))
  }

  private static func number(_ value: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  /// A file name from the image's checksums and size.
  fileprivate var name: String {
    let count = uInt(pixels.count)
    let number = UInt64(crc32(0, pixels, count)) << 32 | UInt64(adler32(1, pixels, count))
    return "\(String(number, radix: 16))-\(width)x\(height).png"
  }
}

/// The folder of images received as pixels; the oldest are removed beyond a limit.
struct DesktopImageFolder: Sendable {
  private let path: String

  /// Maximum images.
  static let most = 64

  /// The folder within the folder of the sources.
  init(in folder: String) {
    path = folder + "/desktop-images"
  }

  /// Writes an image; nil if that fails, in which case the message has no image.
  func attachment(of image: DesktopImage) -> Attachment? {
    let file = "\(path)/\(image.name)"
    let png = image.png
    let files = FileManager.default
    do {
      try files.createDirectory(
        atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      try Data(png).write(to: URL(filePath: file), options: .atomic)
    } catch {
      return nil
    }
    prune()
    return Attachment(
      url: URL(filePath: file).absoluteString, format: .image, size: Int64(png.count))
  }

  private func prune() {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    guard names.count > Self.most else { return }
    let dated = names.map { name in
      let file = "\(path)/\(name)"
      return (file, FileStatus(path: file)?.changedAt ?? 0)
    }
    for (file, _) in dated.sorted(by: { $0.1 < $1.1 }).dropLast(Self.most) { unlink(file) }
  }
}
