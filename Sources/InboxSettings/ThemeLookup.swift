import Foundation
import InboxText
package import InboxTOML

/// Finds themes by name or path, in the user's folders first and the built-in ones last.
package struct ThemeLookup: Sendable {
  /// The folders in order of precedence.
  package let folders: [String]
  private let builtInNames: [String]
  private let builtIn: @Sendable (String) -> TOMLSource?

  /// Makes a lookup.
  ///
  /// - Parameters:
  ///   - folders: The folders of theme files, in order of precedence.
  ///   - builtInNames: The names of the built-in themes.
  ///   - builtIn: The text of a built-in theme.
  package init(
    folders: [String], builtInNames: [String],
    builtIn: @escaping @Sendable (String) -> TOMLSource?
  ) {
    self.folders = folders
    self.builtInNames = builtInNames
    self.builtIn = builtIn
  }

  /// Finds a theme by name, or by path if the text has a slash or ends in `.toml`.
  ///
  /// `passingOver` skips a file, for a theme that inherits from another one with its own name.
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

  /// The files that determine where a theme is read from: its own, and those with precedence.
  package func places(of source: TOMLSource) -> [String] {
    let files = files(named: source.name)
    if source.isBuiltIn { return files }
    guard let index = files.firstIndex(of: source.path) else { return [source.path] }
    return Array(files[...index])
  }

  /// All names for ``find(_:passingOver:)``, in alphabetical order.
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

/// The error of finding a theme.
package enum ThemeLookupError: Error, Sendable, Hashable, CustomStringConvertible {
  /// No theme has this name.
  case notFound(name: String, nearest: String?)
  /// The file does not exist.
  case noSuchFile(String)
  /// The file cannot be read.
  case unreadable(TOMLError)

  /// The error with a suggestion.
  package var description: String {
    switch self {
    case .notFound("", _): "an empty text names no theme"
    case .notFound(let name, let nearest): "no theme named \(name)" + NearestName.hint(nearest)
    case .noSuchFile(let path): "\(path): there is no such theme file"
    case .unreadable(let error): error.description
    }
  }
}
