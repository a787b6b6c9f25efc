import Foundation
import HTTPTypes
import HummingbirdCore
import InboxCore
import InboxSystem
import NIOCore

/// An open stored file and the range that the client requested.
final class ServedFile: Sendable {
  /// The reference to the file.
  let reference: AttachmentReference
  /// Size of the complete file in bytes.
  let size: Int
  /// The range of bytes to send.
  let range: Range<Int>
  /// Whether the client requested a range.
  let isPart: Bool
  private let descriptor: Int32

  /// Maximum bytes of one read.
  private static let pieceSize = 64 * 1_024

  /// Opens a file; nil if it does not exist.
  ///
  /// - Parameters:
  ///   - reference: The reference to the file.
  ///   - folder: The folder of attachments.
  ///   - range: The header `Range`; unsupported forms are ignored.
  /// - Throws: ``HTTPProblem/badRange``.
  init?(
    _ reference: AttachmentReference, in folder: AttachmentFolder, range: String?
  ) throws(HTTPProblem) {
    let descriptor = open(
      folder.path(of: reference), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    guard let status = FileStatus(descriptor: descriptor), status.kind == .regular else {
      close(descriptor)
      return nil
    }
    let part: Range<Int>?
    do throws(HTTPProblem) {
      part = try range.flatMap { text throws(HTTPProblem) in try Self.range(text, of: status.size) }
    } catch {
      close(descriptor)
      throw error
    }
    (self.reference, self.descriptor, size) = (reference, descriptor, status.size)
    (self.range, isPart) = (part ?? 0..<status.size, part != nil)
  }

  deinit { close(descriptor) }

  /// Parses one range, such as `bytes=0-99`, `bytes=100-` or `bytes=-100`; nil for other forms.
  static func range(_ text: String, of size: Int) throws(HTTPProblem) -> Range<Int>? {
    guard text.hasPrefix("bytes="), !text.contains(",") else { return nil }
    let ends = text.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2 else { return nil }
    let (first, last) = (Int(ends[0]), Int(ends[1]))
    switch (ends[0].isEmpty, ends[1].isEmpty) {
    case (true, false):
      guard let last, last >= 0 else { return nil }
      guard last > 0, size > 0 else { throw .badRange }
      return max(0, size - last)..<size
    case (false, let isOpen):
      guard let first, first >= 0, isOpen || last ?? -1 >= first else { return nil }
      guard first < size else { throw .badRange }
      return first..<(last.map { min($0, size - 1) + 1 } ?? size)
    default: return nil
    }
  }

  /// The head of the response.
  ///
  /// Types that a browser could run are sent as downloads, in a sandbox.
  var head: HTTPResponse {
    let type = FileType(ending: reference.ending)
    let isShown = type?.isShown ?? false
    var fields: HTTPFields = [
      .contentType: reference.mediaType, .contentLength: "\(range.count)", .server: "inbox",
      .acceptRanges: "bytes", .xContentTypeOptions: "nosniff", .cacheControl: "private, no-cache",
      .eTag: "\"\(reference.fileName)\"",
      .contentDisposition: isShown ? "inline" : "attachment; filename=\"\(reference.fileName)\"",
    ]
    if isPart {
      fields[.contentRange] = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(size)"
    }
    if let name = HTTPField.Name("content-security-policy") {
      fields[name] = "default-src 'none'; sandbox"
    }
    return HTTPResponse(status: isPart ? .partialContent : .ok, headerFields: fields)
  }

  /// The next bytes from an offset; empty at the end.
  ///
  /// - Throws: `SystemError`.
  fileprivate func bytes(from place: Int) throws(SystemError) -> ByteBuffer {
    let count = min(Self.pieceSize, range.upperBound - place)
    var bytes = [UInt8](repeating: 0, count: count)
    let read = pread(descriptor, &bytes, count, off_t(place))
    guard read >= 0 else { throw SystemError(call: "pread") }
    return ByteBuffer(bytes: bytes.prefix(read))
  }
}

extension HTTPExchange {
  /// Sends a file in pieces, with back pressure.
  ///
  /// - Throws: When the connection cannot be used any more.
  func send(
    _ file: ServedFile, of service: HTTPService, _ request: Request,
    _ writer: consuming ResponseWriter
  ) async throws {
    service.metrics.answered(file.head.status.code)
    guard request.method != .head else {
      return try await writer.write(response: file.head, body: ResponseBody())
    }
    var body = try await writer.writeHead(file.head)
    var place = file.range.lowerBound
    while place < file.range.upperBound {
      let piece = try file.bytes(from: place)
      // Shorter than announced: only closing the connection shows that to the client.
      guard piece.readableBytes > 0 else { throw SystemError(call: "pread", code: EIO) }
      place += piece.readableBytes
      try await body.write(piece)
    }
    try await body.finish(nil)
  }
}
