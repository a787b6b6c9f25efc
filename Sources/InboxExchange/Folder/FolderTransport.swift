import Foundation
import InboxSystem

/// A shared folder, such as one of Syncthing, NFS or a USB stick, in which each machine appends its
/// values to a file of its own.
///
/// Nobody changes the file of another machine, so that programs which synchronize folders have no
/// conflicts to solve. A file grows until ``OwnValues`` leaves out what was replaced.
package struct FolderTransport: ExchangeTransport {
  private let folders: KeyFolders
  private let own: OwnValues

  /// Creates a transport, and the folder of the key if needed.
  ///
  /// - Parameters:
  ///   - folders: The folders of the inbox.
  ///   - name: The name of this machine's file, without extension.
  /// - Throws: ``ExchangeError/wrongKey(here:stream:)``, ``ExchangeError/badFolder(_:)``.
  init(_ folders: KeyFolders, file name: String) throws(ExchangeError) {
    try folders.check()
    self.folders = folders
    let path = folders.path
    do {
      try PrivateFolder.make(path)
      own = OwnValues("\(path)/\(name).\(ValuesFile.fileExtension)")
      try own.prepare()
    } catch {
      let reason = (error as? FolderError)?.error ?? error as? SystemError
      throw .badFolder("cannot use the folder \(path): \(reason?.reason ?? "\(error)")")
    }
  }

  package static var hasSharedSequences: Bool { false }

  package var hasLifetimes: Bool { false }

  package func publish(
    _ values: [OutgoingValue]
  ) async throws(ExchangeError) -> [PublishOutcome] {
    // The folder may have been synchronized meanwhile.
    try folders.check()
    do {
      return try own.append(values).map { .stored(sequence: $0) }
    } catch {
      throw .badFolder("cannot write \(own.path): \(error.reason)")
    }
  }

  package func valueCount() async throws(ExchangeError) -> Int? { nil }

  package func pages(after place: ExchangePlace?) -> FolderPages {
    FolderPages(folders: folders, own: own, place: place)
  }
}

/// The values of all files of a folder, in pages.
///
/// Each iteration reads the files anew; what was read before is joined once more, which changes
/// nothing.
package struct FolderPages: AsyncSequence, AsyncIteratorProtocol, Sendable {
  private let folders: KeyFolders
  private let own: OwnValues
  private let place: ExchangePlace?
  private var files: [String: ValuesFile] = [:]
  private var watch: FolderWatch?
  /// The values that were read and not handed out.
  private var buffer: [IncomingValue] = []
  /// The own file as it was at the last page; nil before the first.
  private var last: (id: String, lines: Int64)?
  /// Whether there is more to read than was read.
  private var hasMore = false

  private static var mostValues: Int { ExchangePage.mostValues }

  fileprivate init(folders: KeyFolders, own: OwnValues, place: ExchangePlace?) {
    (self.folders, self.own, self.place) = (folders, own, place)
  }

  package func makeAsyncIterator() -> FolderPages { self }

  /// The next page; waits for new values when all were read.
  ///
  /// - Throws: ``ExchangeError``, `CancellationError`.
  package mutating func next() async throws -> ExchangePage? {
    // Watched before the files are read, so that no change is missed.
    if watch == nil { watch = try FolderWatch(folders.path, in: folders.root) }
    while true {
      try Task.checkCancellation()
      try folders.check()
      let count = try own.prepare()
      let isFirst = last == nil
      // Somebody removed the own file, or put back an older one: the folder lacks values.
      let known = last ?? place.map { ($0.stream, $0.sequence) }
      let startsOver = known.map { $0.id != count.id || $0.lines > count.lines } ?? false
      last = count
      try fill()
      if isFirst || startsOver || !buffer.isEmpty {
        return page(ExchangePlace(stream: count.id, sequence: count.lines), startsOver)
      }
      try await watch?.change()
    }
  }

  private mutating func page(_ place: ExchangePlace, _ startsOver: Bool) -> ExchangePage {
    let values = Array(buffer.prefix(Self.mostValues))
    buffer.removeFirst(values.count)
    return ExchangePage(
      values: values, place: place, isLast: buffer.isEmpty && !hasMore, startsOver: startsOver)
  }

  /// Reads on in all files until a page is full.
  private mutating func fill() throws {
    let path = folders.path
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: path)
    } catch {
      throw ExchangeError.badFolder("cannot read \(path): \(error.localizedDescription)")
    }
    let ending = "." + ValuesFile.fileExtension
    hasMore = false
    for name in names.sorted() where name.hasSuffix(ending) {
      guard buffer.count < Self.mostValues else {
        hasMore = true
        break
      }
      var file = files[name] ?? ValuesFile("\(path)/\(name)")
      buffer += file.read(atLeast: Self.mostValues)
      if file.hasMore { hasMore = true }
      files[name] = file
    }
  }
}
