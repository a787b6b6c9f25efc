import Foundation
import InboxSystem

/// Watches settings files and reports when one may have changed.
///
/// It watches folders, not files, because editors replace files. Symbolic links are resolved step
/// by step; missing files and folders are detected once they exist. Renaming a parent folder that
/// is not a link's target is not detected. If the system gives no watch, nothing is reported.
package final class SettingsWatch {
  /// The watched files; set it when they change.
  package var paths: [String] {
    didSet { if paths != oldValue { watchPaths() } }
  }

  private let events: FileEvents?
  /// The watches by path; two paths of one folder share a watch.
  private var folders: [String: (watch: Int32, names: Set<String>)] = [:]

  /// Maximum attempts when links change while they are resolved.
  private static let mostRounds = 8

  /// Starts watching files, which need not exist.
  package init(paths: [String]) {
    self.paths = paths
    events = FileEvents()
    watchPaths()
  }

  /// Readable when there are events for ``take()``; -1 if nothing can be watched.
  package var fileDescriptor: Int32 { events?.fileDescriptor ?? -1 }

  /// Consumes all events since the last call; true if a file may have changed.
  ///
  /// A file that is being replaced may be invalid or missing: keep the old values then.
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
      guard event.kind != .gone else { return true }
      guard folder.names.contains(event.name) else { return false }
      return event.kind != .created || !Self.isBeingWritten("\(path)/\(event.name)")
    }
  }

  /// A new, empty file is reported again when its writer closes it.
  private static func isBeingWritten(_ path: String) -> Bool {
    let status = FileStatus(path: path, followsLinks: false)
    return status?.kind == .regular && status?.size == 0
  }

  /// Watches the folders of the paths, and repeats if they changed meanwhile.
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

/// The folders and names that determine the targets of some paths.
///
/// Every symbolic link on a path is included, and the first missing name.
private struct FileTrail: Hashable {
  /// The relevant names of a folder.
  struct Names: Hashable {
    var all: Set<String> = []
    /// Whether one of them is a target file, so that writes matter.
    var holdsFile = false
  }

  /// The names by folder, whose path has no links.
  private(set) var folders: [String: Names] = [:]

  /// Linux's limit of links in one path.
  private static let mostLinks = 40

  /// Resolves all paths.
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

  /// The target of a symbolic link; nil for anything else.
  private static func target(of path: String) -> String? {
    withUnsafeTemporaryAllocation(byteCount: Int(PATH_MAX), alignment: 1) { buffer in
      guard let base = buffer.baseAddress else { return nil }
      let count = readlink(path, base.assumingMemoryBound(to: CChar.self), buffer.count)
      return count < 0 ? nil : String(decoding: buffer[..<count], as: UTF8.self)
    }
  }
}
