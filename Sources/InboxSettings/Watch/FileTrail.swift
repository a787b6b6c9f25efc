import Foundation
import InboxSystem

/// The folders and the names in them on which it depends what some paths lead to.
///
/// Each symbolic link on the way counts, not only the last one, and where the way ends early, so
/// does the first name that is missing.
struct FileTrail: Hashable {
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
    for path in paths { follow(path) }
  }

  private mutating func follow(_ path: String) {
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
