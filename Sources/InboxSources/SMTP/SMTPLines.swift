/// Splits the bytes of an SMTP client into lines and mails.
///
/// Only CR LF ends a line, and only CR LF `.` CR LF ends a mail: a more lenient server could find a
/// second mail, smuggled past another server.
struct SMTPLines {
  /// A piece of the input.
  enum Piece: Hashable {
    /// A line without its end.
    case line([UInt8])
    /// A line that is too long, or that ends in LF alone.
    case badLine
    /// A mail, with dot stuffing removed.
    case mail([UInt8])
    /// A mail that is too large.
    case largeMail
  }

  /// Maximum bytes of a command line; responses of AUTH are the longest (RFC 4954, 4).
  private static let longestLine = 12_288

  private var bytes: [UInt8] = []
  /// The offset of the unprocessed bytes, and of those not yet searched for a line end.
  private var (start, searched) = (0, 0)
  /// The mail in progress; nil between mails.
  private var mail: [UInt8]?
  private var mostBytes = 0
  private var isLarge = false
  private var isAtLineStart = true
  private var isInLongLine = false

  /// Appends received bytes.
  mutating func append(_ new: some Sequence<UInt8>) {
    if start > 0 {
      bytes.removeFirst(start)
      (start, searched) = (0, searched - start)
    }
    bytes.append(contentsOf: new)
  }

  /// Reads a mail next, up to a size in bytes.
  mutating func beginMail(atMost mostBytes: Int) {
    (mail, self.mostBytes) = ([], mostBytes)
    (isLarge, isAtLineStart) = (false, true)
  }

  /// The next piece; nil if more bytes are needed.
  mutating func next() -> Piece? {
    while let line = nextLine() {
      if mail == nil { return command(line) }
      if let piece = take(line) { return piece }
    }
    // An unfinished line is kept only up to the maximum length.
    let rest = bytes.count - start
    if mail == nil, rest > Self.longestLine {
      isInLongLine = true
      drop()
    } else if mail != nil, rest > mostBytes {
      (isLarge, isAtLineStart) = (true, false)
      // The last byte may be the CR of the line end.
      start = bytes.count - 1
      searched = start
    }
    return nil
  }

  private mutating func drop() { (start, searched) = (bytes.count, bytes.count) }

  /// Consumes the bytes up to the next LF.
  private mutating func nextLine() -> ArraySlice<UInt8>? {
    guard let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) else {
      searched = bytes.count
      return nil
    }
    defer { (start, searched) = (end + 1, end + 1) }
    return bytes[start...end]
  }

  private mutating func command(_ line: ArraySlice<UInt8>) -> Piece {
    let isLong = isInLongLine || line.count > Self.longestLine
    isInLongLine = false
    let content = line.dropLast(2)
    guard !isLong, line.suffix(2) == [0x0D, 0x0A],
      !content.contains(where: { $0 == 0x0D || $0 == 0 })
    else { return .badLine }
    return .line(Array(content))
  }

  private mutating func take(_ line: ArraySlice<UInt8>) -> Piece? {
    var line = line
    if isAtLineStart, line.first == UInt8(ascii: ".") {
      line = line.dropFirst()
      if line.elementsEqual([0x0D, 0x0A]) {
        defer { mail = nil }
        return isLarge ? .largeMail : .mail(mail ?? [])
      }
    }
    isAtLineStart = line.suffix(2) == [0x0D, 0x0A]
    if (mail?.count ?? 0) + line.count > mostBytes {
      isLarge = true
      mail = []
    }
    if !isLarge { mail?.append(contentsOf: line) }
    return nil
  }
}
