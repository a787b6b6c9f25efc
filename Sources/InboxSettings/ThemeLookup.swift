import InboxText
import InboxCore
import InboxTOML

/// Finds themes by name or path, in the user's folders first and the built-in ones last.
public struct ThemeLookup: Sendable {
  /// Where files are sought, first the one that wins.
  public let folders: [String]
  /// The names of the themes that are compiled in.
  public let builtInNames: [String]
  private let builtIn: @Sendable (String) -> String?

  /// Makes a lookup.
  ///
  /// - Parameters:
  ///   - folders: As ``Paths/themeFolders`` has them.
  ///   - builtInNames: The names of the themes that are compiled in.
  ///   - builtIn: The text of one of those.
  public init(
    folders: [String], builtInNames: [String],
    builtIn: @escaping @Sendable (String) -> String?
  ) {
    self.folders = folders
    self.builtInNames = builtInNames
    self.builtIn = builtIn
  }

  /// Which theme is meant: the option, else `BELLBOARD_THEME`, else the configuration.
  public static func chosen(
    option: String?, environment: [String: String], settings: Settings
  ) -> String {
    let variable = environment["BELLBOARD_THEME"].flatMap { $0.isEmpty ? nil : $0 }
    return option ?? variable ?? settings.theme ?? "default"
  }

  /// Finds a theme by name, or by path where the text has a slash or ends in `.toml`.
  ///
  /// A file to pass over is for a theme that adds to another one of its own name.
  public func find(
    _ name: String, passingOver passedOver: String? = nil
  ) throws(ThemeLookupError) -> ThemeText {
    if Self.isPath(name) {
      guard let found = try read(name) else { throw .noSuchFile(name) }
      return found
    }
    for folder in folders {
      let path = "\(folder)/\(name).toml"
      if path != passedOver, let found = try read(path) { return found }
    }
    let label = "<built-in \(name)>"
    if label != passedOver, let text = builtIn(name) {
      return ThemeText(name: name, path: label, isBuiltIn: true, text: text)
    }
    let near = NearestName.nearest(to: name, in: names)
    throw .notFound(name: name, tried: folders, nearest: near)
  }

  /// Where a file would be the theme of this name, first the one that wins.
  ///
  /// They end at the file where it was found, if it was found in a folder.
  public func places(of name: String, until end: String?) -> [String] {
    guard !Self.isPath(name) else { return [name] }
    let all = folders.map { "\($0)/\(name).toml" }
    guard let end, let index = all.firstIndex(of: end) else { return all }
    return Array(all[...index])
  }

  private static func isPath(_ name: String) -> Bool {
    name.contains("/") || name.hasSuffix(".toml")
  }

  /// Every name that ``find(_:passingOver:)`` knows, by alphabet.
  public var names: [String] {
    Set(builtInNames).union(folders.flatMap(Self.names(in:))).sorted()
  }

  private func read(_ path: String) throws(ThemeLookupError) -> ThemeText? {
    do throws(TOMLError) {
      guard let text = try TextFile.read(path) else { return nil }
      var name = path.split(separator: "/").last.map(String.init) ?? path
      if name.hasSuffix(".toml") { name.removeLast(5) }
      return ThemeText(name: name, path: path, isBuiltIn: false, text: text)
    } catch {
      throw .unreadable(path: path, error)
    }
  }
}
