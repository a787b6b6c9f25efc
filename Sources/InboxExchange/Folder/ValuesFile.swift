import Foundation
import InboxSystem
import InboxText

/// A file of values that a machine appends to: a header, then one JSON object in each line.
///
/// ```json
/// {"base":0,"id":"8d0c…","v":1}
/// {"h":{},"s":"bb1.default.7QK2….c","v":"SLtkGxGn…"}
/// ```
struct ValuesFile {
  static let fileExtension = "values"
  /// Longer lines are passed by.
  private static let longestLine = 8 << 20
  private static let (chunk, headerSize) = (1 << 20, 1 << 10)

  private let path: String
  private var header: Header?
  /// The place after the last whole line that was read.
  private var offset = 0
  private var line: Int64 = 0
  private var isInLongLine = false
  /// Whether the file had more than was read.
  private(set) var hasMore = false

  init(_ path: String) {
    self.path = path
  }

  /// What identifies the lines of a file.
  struct Header: Hashable {
    /// Random; another one after the file was lost.
    var id: String
    /// Number of lines that were left out before those of the file.
    var base: Int64

    /// Far more than any file has.
    fileprivate static let mostLines: Int64 = 1 << 48

    var json: String {
      JSONValue.object(["v": .integer(1), "id": .string(id), "base": .integer(base)]).json
    }

  }

  /// The values of the lines after those that were read, some more than a number of them.
  ///
  /// A file that cannot be read, or is being written by a program that synchronizes folders, has none.
  mutating func read(atLeast count: Int) -> [IncomingValue] {
    hasMore = false
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard file >= 0 else { return [] }
    defer { close(file) }
    guard let status = FileStatus(descriptor: file), status.kind == .regular else { return [] }
    guard restart(file, status) else { return [] }
    var values: [IncomingValue] = []
    while values.count < count {
      let lines = Self.lines(of: file, from: offset)
      guard let last = lines.last else {
        // A longer line than any value has is passed by.
        guard status.size - offset > Self.longestLine else { break }
        offset += Self.longestLine
        isInLongLine = true
        continue
      }
      for bytes in isInLongLine ? lines.dropFirst() : lines[...] {
        line += 1
        if let value = IncomingValue(line: bytes, sequence: line) { values.append(value) }
      }
      isInLongLine = false
      offset += last.endIndex + 1
    }
    hasMore = offset < status.size && !Self.lines(of: file, from: offset).isEmpty
    return values
  }

  /// Reads the header, and begins anew in a file that was replaced; one that only was copied with more
  /// lines is not read again.
  ///
  /// - Returns: Whether the file has a header.
  private mutating func restart(_ file: Int32, _ status: FileStatus) -> Bool {
    guard let first = Self.lines(of: file, from: 0, chunk: Self.headerSize).first,
      let found = Header(first)
    else {
      header = nil
      return false
    }
    guard found != header || status.size < offset else { return true }
    (header, offset, line) = (found, first.endIndex + 1, found.base)
    isInLongLine = false
    return true
  }

  /// The whole lines of a chunk from a place on, with indexes from there.
  private static func lines(
    of file: Int32, from offset: Int, chunk: Int = chunk
  ) -> [ArraySlice<UInt8>] {
    var size = chunk
    while size <= longestLine {
      var buffer = [UInt8](repeating: 0, count: size)
      let count = pread(file, &buffer, size, off_t(offset))
      guard count > 0 else { return [] }
      var lines: [ArraySlice<UInt8>] = []
      var start = 0
      while let end = buffer[start..<count].firstIndex(of: UInt8(ascii: "\n")) {
        lines.append(buffer[start..<end])
        start = end + 1
      }
      guard lines.isEmpty, count == size else { return lines }
      size *= 2
    }
    return []
  }
}

extension ValuesFile.Header {
  /// Parses a line; nil for any other.
  init?(_ line: some Collection<UInt8>) {
    guard let fields = try? JSONValue(json: String(decoding: line, as: UTF8.self)),
      let id = fields["id"]?.text, let base = fields["base"]?.integer,
      (0...Self.mostLines).contains(base)
    else { return nil }
    self.init(id: id, base: base)
  }
}

extension IncomingValue {
  /// Parses a line; nil for rubbish.
  fileprivate init?(line: ArraySlice<UInt8>, sequence: Int64) {
    guard let fields = try? JSONValue(json: String(decoding: line, as: UTF8.self)),
      let subject = fields["s"]?.text, case .object(let headers)? = fields["h"],
      let value = fields["v"]?.text, let data = Data(base64Encoded: value)
    else { return nil }
    self.init(
      subject: subject, headers: headers.compactMapValues(\.text), bytes: Array(data),
      sequence: max(sequence, 1))
  }
}

extension OutgoingValue {
  /// The value as a line, with its end.
  var line: String {
    JSONValue.object([
      "s": .string(subject), "h": .object(headers.mapValues(JSONValue.string)),
      "v": .string(Data(bytes).base64EncodedString()),
    ]).json + "\n"
  }
}
