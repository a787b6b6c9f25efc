import InboxText
import InboxCore
import InboxTOML

/// Makes a theme of its text and of the texts that it inherits.
///
/// It touches no file: whoever makes one says how a name leads to a text.
public struct ThemeLoader {
  /// Finds a text by name; the second value is a path to pass over.
  public typealias Find = (_ name: String, _ passingOver: String?) -> ThemeSource?

  private let names: [String]
  private let find: Find

  /// Makes a loader.
  ///
  /// - Parameters:
  ///   - names: The names that exist, for suggestions.
  ///   - find: How a name leads to a text. A theme may inherit one of its own name, as
  ///     when a user adds to a built-in one; then its own path is to be passed over.
  public init(names: [String], find: @escaping Find) {
    self.names = names
    self.find = find
  }

  /// Knows the themes that are compiled in, and no others.
  public static var builtIn: ThemeLoader {
    ThemeLoader(names: BuiltInThemes.names) { name, path in
      ThemeSource.builtIn(name).flatMap { $0.path == path ? nil : $0 }
    }
  }

  /// Reads a theme by name; nil when there is none of that name.
  public func load(named name: String) -> LoadedTheme? {
    find(name, nil).map(load)
  }

  /// Reads a theme from its text.
  public func load(_ source: ThemeSource) -> LoadedTheme {
    var files: [ThemeFile] = []
    var next: ThemeSource? = source
    while let source = next {
      var file = ThemeFile(source)
      next = parent(of: &file, below: files + [file])
      files.append(file)
    }
    let palette = files.reduce(into: [String: Color]()) { palette, file in
      palette.merge(file.palette) { child, _ in child }
    }
    var theme = Theme(name: source.name)
    for index in files.indices.reversed() {
      files[index].apply(to: &theme, palette: palette)
    }
    return LoadedTheme(
      theme: theme, problems: files.flatMap(\.problems), sources: files.map(\.source))
  }

  /// The text that a file inherits; nil at the end of the chain, also after a mistake.
  private func parent(of file: inout ThemeFile, below chain: [ThemeFile]) -> ThemeSource? {
    guard let name = file.inherits else { return nil }
    let isOwnName = name == file.source.name
    let found = find(name, isOwnName ? file.source.path : nil)
    let cycle = chain.map(\.source.name) + [name]
    guard let found else {
      let nearest = NearestName.nearest(to: name, in: names)
      file.report(
        isOwnName
          ? .cycle(cycle) : .badValue(name, expected: "the name of a theme", nearest: nearest),
        at: ThemeSchema.inheritsKey)
      return nil
    }
    guard !chain.contains(where: { $0.source.path == found.path }) else {
      file.report(.cycle(cycle), at: ThemeSchema.inheritsKey)
      return nil
    }
    return found
  }
}
