import InboxText
package import InboxTOML

extension Theme {
  /// The names of the built-in themes: the default one first, then alphabetically.
  public static var builtInNames: [String] { ThemeLoader.builtInNames }

  /// The built-in theme of a name; nil if there is none.
  public static func builtIn(named name: String) -> Theme? {
    ThemeLoader.builtIn.load(named: name)?.theme
  }

  /// Parses a theme file.
  ///
  /// It may inherit from a built-in theme. Invalid values are skipped.
  ///
  /// - Parameters:
  ///   - text: The file's TOML text.
  ///   - name: The theme's name, unless the text has one.
  ///   - path: The path of the file, for messages.
  /// - Returns: The theme as far as it could be parsed, and the errors, as lines of the form
  ///   `path:line:column: message`.
  public static func reading(
    _ text: String, named name: String, path: String
  ) -> (theme: Theme, problems: [String]) {
    let loaded = ThemeLoader.builtIn.load(text, named: name, path: path)
    return (loaded.theme, loaded.messages)
  }
}

/// A loaded theme, as far as it could be parsed, with the errors.
package struct LoadedTheme: Sendable, Hashable {
  /// The theme; invalid values are inherited from the parent.
  package let theme: Theme
  /// The errors with file and position.
  package let errors: [TOMLError]
  /// The file and its ancestors in the chain of inheritance, which are to be watched for changes.
  package let sources: [TOMLSource]

  package init(theme: Theme, errors: [TOMLError], sources: [TOMLSource]) {
    (self.theme, self.errors, self.sources) = (theme, errors, sources)
  }

  /// The errors as lines of the form `path:line:column: message`.
  package var messages: [String] { errors.map(\.description) }
}

/// Loads themes and resolves inheritance.
///
/// It does not access files: a closure finds the source of a name.
package struct ThemeLoader {
  /// Finds a source by name; the second parameter is a path to skip.
  package typealias Find = (_ name: String, _ passingOver: String?) -> TOMLSource?

  private let names: [String]
  private let find: Find

  /// Creates a loader.
  ///
  /// - Parameters:
  ///   - names: The names that exist, for suggestions.
  ///   - find: Finds the source of a name. A theme may inherit from one with its own name, as
  ///     when a user extends a built-in one; then its own path is skipped.
  package init(names: [String], find: @escaping Find) {
    self.names = names
    self.find = find
  }

  /// A loader of the built-in themes only.
  package static var builtIn: ThemeLoader {
    ThemeLoader(names: builtInNames) { name, path in
      builtInSource(named: name).flatMap { $0.path == path ? nil : $0 }
    }
  }

  /// Loads a theme by name; nil if there is none.
  package func load(named name: String) -> LoadedTheme? {
    find(name, nil).map(load)
  }

  /// Loads a theme from the text of a file.
  ///
  /// - Parameters:
  ///   - text: The file's TOML text.
  ///   - name: The theme's name, unless the text has one.
  ///   - path: The path of the file, for messages.
  /// - Returns: The theme, as far as it could be parsed, with the errors.
  package func load(_ text: String, named name: String, path: String) -> LoadedTheme {
    load(TOMLSource(name: name, path: path, text: text))
  }

  /// Loads a theme from its source.
  package func load(_ source: TOMLSource) -> LoadedTheme {
    var files: [ThemeFile] = []
    var next: TOMLSource? = source
    while let source = next {
      var file = ThemeFile(source)
      next = parent(of: &file, below: files + [file])
      files.append(file)
    }
    var draft = ThemeDraft()
    draft.theme.name = source.name
    for file in files { draft.palette.merge(file.head.palette) { child, _ in child } }
    draft.theme.palette = draft.palette
    for index in files.indices.reversed() { files[index].apply(to: &draft) }
    return LoadedTheme(
      theme: draft.theme, errors: files.flatMap(\.reader.errors), sources: files.map(\.source))
  }

  /// The source of the parent of a file; nil at the end of the chain and after an error.
  private func parent(of file: inout ThemeFile, below chain: [ThemeFile]) -> TOMLSource? {
    guard let name = file.head.inherits else { return nil }
    let isOwnName = name == file.source.name
    let found = find(name, isOwnName ? file.source.path : nil)
    let cycle = TOMLError.Kind.cycle(chain.map(\.source.name) + [name])
    guard let found else {
      let nearest = NearestName.nearest(to: name, in: names)
      let unknown = TOMLError.Kind.badValue(
        name, expected: "the name of a theme", nearest: nearest)
      file.reader.report(isOwnName ? cycle : unknown, at: ThemeSchema.inheritsKey)
      return nil
    }
    guard !chain.contains(where: { $0.source.path == found.path }) else {
      file.reader.report(cycle, at: ThemeSchema.inheritsKey)
      return nil
    }
    return found
  }
}

/// One file in the chain of inheritance, while it is decoded.
private struct ThemeFile {
  let source: TOMLSource
  var reader: TOMLReader
  /// Its values that are decoded before the styles.
  private(set) var head = ThemeDraft()

  /// Parses the file and decodes its parent and palette.
  init(_ source: TOMLSource) {
    self.source = source
    reader = TOMLReader(TOMLDocument(source.text, file: source.path))
    ThemeSchema.table.reportUnknownKeys(&reader)
    for row in ThemeSchema.head { row.read(&reader, into: &head) }
  }

  /// Applies the styles of the file over those of its parents.
  mutating func apply(to draft: inout ThemeDraft) {
    for row in ThemeSchema.look { row.read(&reader, into: &draft) }
  }
}

/// The built-in themes, which are compiled into the program.
extension ThemeLoader {
  /// The names of the built-in themes: the default one first, then alphabetically.
  package static var builtInNames: [String] {
    builtInFiles.map(\.name)
  }

  /// The built-in themes that the menu leaves out: parents and examples of other themes.
  package static let unlistedNames: Set = ["dark", "indigo", "light", "monochrome"]

  /// The source of a built-in theme; nil if there is none of that name.
  package static func builtInSource(named name: String) -> TOMLSource? {
    builtInFiles.first { $0.name == name }.map { file in
      TOMLSource(
        name: name, path: "<built-in \(name)>", text: String(decoding: file.bytes(), as: UTF8.self),
        isBuiltIn: true)
    }
  }

  /// One row for each file in the top-level folder `themes`; a test compares the two.
  private static var builtInFiles: [(name: String, bytes: () -> [UInt8])] {
    [
      ("default", { PackageResources.default_toml }),
      ("catppuccin-latte", { PackageResources.catppuccin_latte_toml }),
      ("catppuccin-mocha", { PackageResources.catppuccin_mocha_toml }),
      ("dark", { PackageResources.dark_toml }),
      ("dracula", { PackageResources.dracula_toml }),
      ("everforest", { PackageResources.everforest_toml }),
      ("gruvbox-dark", { PackageResources.gruvbox_dark_toml }),
      ("high-contrast", { PackageResources.high_contrast_toml }),
      ("indigo", { PackageResources.indigo_toml }),
      ("light", { PackageResources.light_toml }),
      ("monochrome", { PackageResources.monochrome_toml }),
      ("nord", { PackageResources.nord_toml }),
      ("rose-pine", { PackageResources.rose_pine_toml }),
      ("solarized-dark", { PackageResources.solarized_dark_toml }),
      ("solarized-light", { PackageResources.solarized_light_toml }),
      ("tokyo-night", { PackageResources.tokyo_night_toml }),
    ]
  }
}

/// A draft of a theme, while its files are decoded.
struct ThemeDraft: TOMLRoot {
  /// The theme so far.
  var theme = Theme(name: "")
  /// The merged palette of its files.
  var palette: [String: Color] = [:]
  /// The parent of the current file.
  var inherits: String?
}
