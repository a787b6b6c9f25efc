import Foundation
import InboxSystem
import InboxText
import Synchronization

/// The file to which this machine appends.
///
/// State: header, lines and size. Guard: the mutex. Reason: values are appended while others read.
final class OwnValues: Sendable {
  private struct State {
    var header: ValuesFile.Header
    /// The number of lines, with those that were left out.
    var lines: Int64
    var size: Int
    /// The size from which on it is looked at again.
    var longest: Int
  }

  let path: String
  private let state = Mutex<State?>(nil)

  /// A file of at most so many bytes keeps values that were replaced.
  private static let smallest = 1 << 20

  init(_ path: String) {
    self.path = path
  }

  /// Checks that the file is there and as it was left, and creates it otherwise.
  ///
  /// - Returns: Its id, and the number of lines that it had in all.
  func prepare() throws(SystemError) -> (id: String, lines: Int64) {
    try state.withLock { (state) throws(SystemError) in
      if let known = state, known.size == FileStatus(path: path)?.size {
        return (known.header.id, known.lines)
      }
      let found = try Self.load(path)
      state = found
      return (found.header.id, found.lines)
    }
  }

  /// Appends values, and waits until they are on the disk.
  ///
  /// - Returns: The numbers of their lines.
  func append(_ values: [OutgoingValue]) throws(SystemError) -> [Int64] {
    _ = try prepare()
    return try state.withLock { (state) throws(SystemError) in
      guard var known = state else { return [] }
      let text = values.map(\.line).joined()
      let file = open(path, O_WRONLY | O_APPEND | O_CLOEXEC | O_NOFOLLOW)
      guard file >= 0 else { throw SystemError(call: "open") }
      defer { close(file) }
      do throws(SystemError) {
        try Descriptors.write(text.utf8, to: file)
        guard fsync(file) == 0 else { throw SystemError(call: "fsync") }
      } catch {
        // A part of a line would make the next one unreadable.
        ftruncate(file, off_t(known.size))
        throw error
      }
      let first = known.lines + 1
      known.lines += Int64(values.count)
      known.size += text.utf8.count
      // A file that has become long is read, and shortened, at the next step.
      state = known.size > known.longest ? nil : known
      return Array(first..<first + Int64(values.count))
    }
  }

  /// Reads the file, leaves out values that were replaced if they are many, and creates a missing one.
  private static func load(_ path: String) throws(SystemError) -> State {
    let bytes = FileManager.default.contents(atPath: path) ?? Data()
    var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    // The end of a line that was not written whole.
    let rest = lines.popLast() ?? Data()
    guard let first = lines.first, let header = ValuesFile.Header(first) else {
      let header = ValuesFile.Header(id: UUID().uuidString, base: 0)
      let text = header.json + "\n"
      try FileReplacement.replace(path, by: text)
      return State(header: header, lines: 0, size: text.utf8.count, longest: smallest)
    }
    lines.removeFirst()
    let count = header.base + Int64(lines.count)
    let last = newest(lines)
    let live = last.reduce(0) { $0 + $1.count + 1 }
    let longest = max(smallest, 2 * live)
    guard !rest.isEmpty || bytes.count > longest else {
      return State(header: header, lines: count, size: bytes.count, longest: longest)
    }
    let shorter = ValuesFile.Header(id: header.id, base: count - Int64(last.count))
    let text =
      ([shorter.json] + last.map { String(decoding: $0, as: UTF8.self) }).joined(separator: "\n")
      + "\n"
    try FileReplacement.replace(path, by: text)
    return State(header: shorter, lines: count, size: text.utf8.count, longest: longest)
  }

  /// The last line of each subject, in their order.
  private static func newest(_ lines: [Data]) -> [Data] {
    var seen: Set<String> = []
    var newest: [Data] = []
    for line in lines.reversed() {
      guard let fields = try? JSONValue(json: String(decoding: line, as: UTF8.self)),
        let subject = fields["s"]?.text, seen.insert(subject).inserted
      else { continue }
      newest.append(line)
    }
    return newest.reversed()
  }
}
