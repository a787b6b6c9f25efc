import Foundation
import InboxSystem

/// A shared folder, such as one of Syncthing, NFS or a USB stick, in which each machine appends its
/// values to a file of its own.
///
/// Nobody changes the file of another machine, so that programs which synchronize folders have no
/// conflicts to solve. A file grows until ``OwnValues`` leaves out what was replaced.
package struct FolderTransport: ExchangeTransport {
  fileprivate let folders: KeyFolders
  fileprivate let own: OwnValues

  /// Creates a transport, and the folder of the key if needed.
  ///
  /// - Parameters:
  ///   - folders: The folders of the inbox.
  ///   - name: The name of this machine's file, without extension.
  /// - Throws: ``ExchangeError/wrongKey(here:stream:)``, ``ExchangeError/badFolder(_:)``.
  init(_ folders: KeyFolders, file name: String) throws(ExchangeError) {
    self.folders = folders
    own = OwnValues("\(folders.path)/\(name).\(ValuesFile.fileExtension)")
    _ = try folders.using { try own.prepare() }
  }

  package static var hasSharedSequences: Bool { false }

  package var hasLifetimes: Bool { false }

  package func publish(
    _ values: [OutgoingValue]
  ) async throws(ExchangeError) -> [PublishOutcome] {
    try folders.using { try own.append(values).map { .stored(sequence: $0) } }
  }

  package func valueCount() async throws(ExchangeError) -> Int? { nil }

  package func pages(after place: ExchangePlace?) -> FolderPages {
    FolderPages(transport: self, place: place)
  }
}

/// The values of all files of a folder, in pages.
///
/// Each iteration reads the files anew; what was read before is joined once more, which changes
/// nothing.
package struct FolderPages: AsyncSequence, AsyncIteratorProtocol, Sendable {
  private let transport: FolderTransport
  private let place: ExchangePlace?
  private var files: [String: ValuesFile] = [:]
  private var watch: FolderWatch?
  /// The folder that is watched, whatever is at its path now.
  private var watched: FileStatus.Identity?
  /// The values that were read and not handed out.
  private var buffer: [IncomingValue] = []
  /// The own file as it was at the last page; nil before the first.
  private var last: (id: String, lines: Int64)?
  /// Whether there is more to read than was read.
  private var hasMore = false

  fileprivate init(transport: FolderTransport, place: ExchangePlace?) {
    (self.transport, self.place) = (transport, place)
  }

  package func makeAsyncIterator() -> FolderPages { self }

  /// The next page; waits for new values when all were read.
  ///
  /// - Throws: ``ExchangeError``, `CancellationError`.
  package mutating func next() async throws -> ExchangePage? {
    let folders = transport.folders
    while true {
      try Task.checkCancellation()
      let count = try folders.using { try transport.own.prepare() }
      let isFirst = last == nil
      // Somebody removed the own file, or put back an older one: the folder lacks values.
      let known = last ?? place.map { ($0.stream, $0.sequence) }
      let startsOver = known.map { $0.id != count.id || $0.lines > count.lines } ?? false
      last = count
      // Watched before the files are read, so that no change is missed.
      let present = FileStatus(path: folders.path)?.identity
      if startsOver || watched != present {
        watch = try FolderWatch(folders.path, in: folders.root)
        watched = present
      }
      try fill()
      if isFirst || startsOver || !buffer.isEmpty {
        return page(ExchangePlace(stream: count.id, sequence: count.lines), startsOver)
      }
      try await watch?.change()
    }
  }

  private mutating func page(_ place: ExchangePlace, _ startsOver: Bool) -> ExchangePage {
    let values = Array(buffer.prefix(ExchangePage.mostValues))
    buffer.removeFirst(values.count)
    return ExchangePage(
      values: values, place: place, isLast: buffer.isEmpty && !hasMore, startsOver: startsOver)
  }

  /// Reads on in all files until a page is full.
  private mutating func fill() throws {
    let path = transport.folders.path
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: path)
    } catch {
      throw ExchangeError.badFolder("cannot read \(path): \(error.localizedDescription)")
    }
    let ending = "." + ValuesFile.fileExtension
    hasMore = false
    for name in names.sorted() where name.hasSuffix(ending) {
      guard buffer.count < ExchangePage.mostValues else {
        hasMore = true
        break
      }
      var file = files[name] ?? ValuesFile("\(path)/\(name)")
      buffer += file.read(atLeast: ExchangePage.mostValues)
      if file.hasMore { hasMore = true }
      files[name] = file
    }
  }
}
