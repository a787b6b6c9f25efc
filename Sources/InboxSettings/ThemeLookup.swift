import Foundation
import InboxText
package import InboxTOML

/// Finds themes by name or path, in the user's folders first and the built-in ones last.
package struct ThemeLookup: Sendable {
  /// Where files are sought, first the one that wins.
  package let folders: [String]
  private let builtInNames: [String]
  private let builtIn: @Sendable (String) -> TOMLSource?

  /// Makes a lookup.
  ///
  /// - Parameters:
  ///   - folders: The folders of theme files, first the one that wins.
  ///   - builtInNames: The names of the themes that are compiled in.
  ///   - builtIn: The text of one of those.
  package init(
    folders: [String], builtInNames: [String],
    builtIn: @escaping @Sendable (String) -> TOMLSource?
  ) {
    self.folders = folders
    self.builtInNames = builtInNames
    self.builtIn = builtIn
  }

  /// Finds a theme by name, or by path where the text has a slash or ends in `.toml`.
  ///
  /// A file to pass over is for a theme that adds to another one of its own name.
  package func find(
    _ name: String, passingOver passedOver: String? = nil
  ) throws(ThemeLookupError) -> TOMLSource {
    if name.contains("/") || name.hasSuffix(".toml") {
      guard let found = try read(name) else { throw .noSuchFile(name) }
      return found
    }
    for path in files(named: name) where path != passedOver {
      if let found = try read(path) { return found }
    }
    if let found = builtIn(name), found.path != passedOver { return found }
    throw .notFound(name: name, nearest: NearestName.nearest(to: name, in: names))
  }

  /// The files that decide where a theme is read from: its own, and those that would win.
  package func places(of source: TOMLSource) -> [String] {
    let files = files(named: source.name)
    if source.isBuiltIn { return files }
    guard let index = files.firstIndex(of: source.path) else { return [source.path] }
    return Array(files[...index])
  }

  /// Every name that ``find(_:passingOver:)`` knows, by alphabet.
  package var names: [String] {
    let files = folders.flatMap { folder in
      (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    }
    let own = files.filter { $0.hasSuffix(".toml") && !$0.hasPrefix(".") }
    return Set(builtInNames).union(own.map { String($0.dropLast(5)) }).sorted()
  }

  private func files(named name: String) -> [String] {
    folders.map { "\($0)/\(name).toml" }
  }

  private func read(_ path: String) throws(ThemeLookupError) -> TOMLSource? {
    do throws(TOMLError) {
      guard let text = try TextFile.read(path) else { return nil }
      var name = path.split(separator: "/").last.map(String.init) ?? path
      if name.hasSuffix(".toml") { name.removeLast(5) }
      return TOMLSource(name: name, path: path, text: text)
    } catch {
      throw .unreadable(error)
    }
  }
}

/// Why a theme was not found.
package enum ThemeLookupError: Error, Sendable, Hashable, CustomStringConvertible {
  /// No theme of that name is in any folder or built in.
  case notFound(name: String, nearest: String?)
  /// The file that was named does not exist.
  case noSuchFile(String)
  /// The file is there but cannot be read.
  case unreadable(TOMLError)

  /// What was sought, and what may have been meant.
  package var description: String {
    switch self {
    case .notFound("", _): "an empty text names no theme"
    case .notFound(let name, let nearest): "no theme named \(name)" + NearestName.hint(nearest)
    case .noSuchFile(let path): "\(path): there is no such theme file"
    case .unreadable(let error): error.description
    }
  }
}
