import Foundation
import InboxSystem

/// Tells when one of the files behind the look of the screen may have changed.
///
/// Folders are watched, not files, because editors put a new file in the old one's place. Links
/// are followed step by step; a file that does not exist yet, nor its folder, is waited for. A
/// folder above that is renamed without being a link's target is not noticed. Where the system
/// gives no watch, nothing is ever reported.
package final class SettingsWatch {
  /// The files; set it anew when others are in use.
  package var paths: [String] {
    didSet { if paths != oldValue { watchPaths() } }
  }

  private let events: FileEvents?
  /// By path; two paths of one folder have one watch.
  private var folders: [String: (watch: Int32, names: Set<String>)] = [:]

  /// How often in a row the links may change while they are followed.
  private static let mostRounds = 8

  /// Begins to watch files, which need not exist.
  package init(paths: [String]) {
    self.paths = paths
    events = FileEvents()
    watchPaths()
  }

  /// Readable when ``take()`` is worth a call; -1 where nothing can be watched.
  package var fileDescriptor: Int32 { events?.fileDescriptor ?? -1 }

  /// Takes all that happened since the last call; true when a file may read differently now.
  ///
  /// A file that was read while it was replaced may be bad or missing: keep the old look then.
  package func take() -> Bool {
    var hasChanged = false
    events?.drain { event in
      hasChanged = hasChanged || matters(event)
    }
    if hasChanged { watchPaths() }
    return hasChanged
  }

  private func matters(_ event: FileEvent) -> Bool {
    if event.kind == .lost { return true }
    return folders.contains { path, folder in
      guard folder.watch == event.watch else { return false }
      guard event.kind != .folderGone else { return true }
      guard folder.names.contains(event.name) else { return false }
      return event.kind != .created || !Self.isBeingWritten("\(path)/\(event.name)")
    }
  }

  /// A new file that is empty will be reported again, when its writer lets go of it.
  private static func isBeingWritten(_ path: String) -> Bool {
    let status = FileStatus(path: path, followsLinks: false)
    return status?.kind == .regular && status?.size == 0
  }

  /// Watches what the paths depend on now, again if that changed before the watch stood.
  private func watchPaths() {
    guard events != nil else { return }
    var trail = FileTrail(of: paths)
    for _ in 0..<Self.mostRounds {
      watch(trail)
      let latest = FileTrail(of: paths)
      guard latest != trail else { return }
      trail = latest
    }
  }

  private func watch(_ trail: FileTrail) {
    let old = folders
    folders = [:]
    for (path, names) in trail.folders {
      guard let watch = events?.watch(path, withWrites: names.holdsFile) else { continue }
      folders[path] = (watch, names.all)
    }
    for (watch, _) in old.values where !folders.values.contains(where: { $0.watch == watch }) {
      events?.leave(watch)
    }
  }
}

/// The folders and the names in them on which it depends what some paths lead to.
///
/// Each symbolic link on the way counts, not only the last one, and where the way ends early, so
/// does the first name that is missing.
private struct FileTrail: Hashable {
  /// What matters in one folder.
  struct Names: Hashable {
    var all: Set<String> = []
    /// Whether one of them is a file itself, so that it matters what is written.
    var holdsFile = false
  }

  /// By folder; a folder's path has no links.
  private(set) var folders: [String: Names] = [:]

  /// As many links as Linux follows in one path.
  private static let mostLinks = 40

  /// Follows every path.
  init(of paths: [String]) {
    for path in paths { watch(path) }
  }

  private mutating func watch(_ path: String) {
    var folder = path.hasPrefix("/") ? "/" : "."
    var steps = Array(path.split(separator: "/").map(String.init).reversed())
    var links = 0
    while let step = steps.popLast(), links <= Self.mostLinks {
      let next = folder == "/" ? "/" + step : folder + "/" + step
      if step == "." { continue }
      if step != "..", let target = Self.target(of: next) {
        folders[folder, default: Names()].all.insert(step)
        links += 1
        if target.hasPrefix("/") { folder = "/" }
        steps += target.split(separator: "/").map(String.init).reversed()
      } else if steps.isEmpty || !FileStatus.isFolder(next, followsLinks: false) {
        folders[folder, default: Names()].all.insert(step)
        folders[folder]?.holdsFile = true
        return
      } else {
        folder = next
      }
    }
  }

  /// What a symbolic link says; nil for anything else.
  private static func target(of path: String) -> String? {
    withUnsafeTemporaryAllocation(byteCount: Int(PATH_MAX), alignment: 1) { buffer in
      guard let base = buffer.baseAddress else { return nil }
      let count = readlink(path, base.assumingMemoryBound(to: CChar.self), buffer.count)
      return count < 0 ? nil : String(decoding: buffer[..<count], as: UTF8.self)
    }
  }
}
