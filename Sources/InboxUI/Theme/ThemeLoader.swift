import InboxText
package import InboxTOML

extension Theme {
  /// The names of the themes that are compiled in: the default one first, then by alphabet.
  public static var builtInNames: [String] { ThemeLoader.builtInNames }

  /// The theme of that name that is compiled in; nil when there is none.
  public static func builtIn(named name: String) -> Theme? {
    ThemeLoader.builtIn.load(named: name)?.theme
  }

  /// Reads a theme from the text of a file.
  ///
  /// It may inherit one that is compiled in. A mistake costs only what it touches.
  ///
  /// - Parameters:
  ///   - text: The file's TOML text.
  ///   - name: The theme's name, unless the text has one.
  ///   - path: The file, as messages show it.
  /// - Returns: The theme as far as it could be read, and what is wrong, as lines of the form
  ///   `path:line:column: message`.
  public static func reading(
    _ text: String, named name: String, path: String
  ) -> (theme: Theme, problems: [String]) {
    let loaded = ThemeLoader.builtIn.load(text, named: name, path: path)
    return (loaded.theme, loaded.messages)
  }
}

/// A loaded theme, as far as it could be read, with the errors on the way.
package struct LoadedTheme: Sendable, Hashable {
  /// The look; what could not be read is as the parent has it.
  package let theme: Theme
  /// What was wrong, by file and position.
  package let errors: [TOMLError]
  /// The file itself and each one that it inherits, in this order: what to watch.
  package let sources: [TOMLSource]

  package init(theme: Theme, errors: [TOMLError], sources: [TOMLSource]) {
    (self.theme, self.errors, self.sources) = (theme, errors, sources)
  }

  /// What was wrong, as lines of the form `path:line:column: message`.
  package var messages: [String] { errors.map(\.description) }
}

/// A loader of themes from their text and the texts that they inherit.
///
/// It touches no file: its creator says how a name leads to a text.
package struct ThemeLoader {
  /// A search for a text by name; the second value is a path to pass over.
  package typealias Find = (_ name: String, _ passingOver: String?) -> TOMLSource?

  private let names: [String]
  private let find: Find

  /// Makes a loader.
  ///
  /// - Parameters:
  ///   - names: The names that exist, for suggestions.
  ///   - find: How a name leads to a text. A theme may inherit one of its own name, as
  ///     when a user adds to a built-in one; then its own path is to be passed over.
  package init(names: [String], find: @escaping Find) {
    self.names = names
    self.find = find
  }

  /// Knows the themes that are compiled in, and no others.
  package static var builtIn: ThemeLoader {
    ThemeLoader(names: builtInNames) { name, path in
      builtInSource(named: name).flatMap { $0.path == path ? nil : $0 }
    }
  }

  /// Reads a theme by name; nil when there is none of that name.
  package func load(named name: String) -> LoadedTheme? {
    find(name, nil).map(load)
  }

  /// Reads a theme from the text of a file.
  ///
  /// - Parameters:
  ///   - text: The file's TOML text.
  ///   - name: What the theme is called unless the text says so itself.
  ///   - path: The file, as messages show it.
  /// - Returns: The theme, as far as it could be read, and what is wrong with it.
  package func load(_ text: String, named name: String, path: String) -> LoadedTheme {
    load(TOMLSource(name: name, path: path, text: text))
  }

  /// Reads a theme from its text.
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
    for index in files.indices.reversed() { files[index].apply(to: &draft) }
    return LoadedTheme(
      theme: draft.theme, errors: files.flatMap(\.reader.errors), sources: files.map(\.source))
  }

  /// The text that a file inherits; nil at the end of the chain, also after a mistake.
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

/// One file of the chain that makes a theme, while it is read.
private struct ThemeFile {
  let source: TOMLSource
  var reader: TOMLReader
  /// What it says apart from styles.
  private(set) var head = ThemeDraft()

  /// Reads what must be known before the styles.
  init(_ source: TOMLSource) {
    self.source = source
    reader = TOMLReader(TOMLDocument(source.text, file: source.path))
    ThemeSchema.table.reportUnknownKeys(&reader)
    for row in ThemeSchema.head { row.read(&reader, into: &head) }
  }

  /// Lays what the file says over the look of its parents.
  mutating func apply(to draft: inout ThemeDraft) {
    for row in ThemeSchema.look { row.read(&reader, into: &draft) }
  }
}

/// The themes that are compiled in, so that a lone program has them all.
extension ThemeLoader {
  /// The names of the themes that are compiled in: the default one first, then by alphabet.
  package static var builtInNames: [String] {
    builtInFiles.map(\.name)
  }

  /// The text of a theme that is compiled in; nil for a name that is not.
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

/// A draft of a theme, while its files are read.
struct ThemeDraft: TOMLRoot {
  /// The look so far.
  var theme = Theme(name: "")
  /// The colours that its files name.
  var palette: [String: Color] = [:]
  /// The theme that the file in hand adds to.
  var inherits: String?
}
