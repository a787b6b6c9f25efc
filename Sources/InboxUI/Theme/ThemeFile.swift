import InboxTOML

/// One file of the chain that makes a theme, while it is read.
struct ThemeFile {
  let source: ThemeSource
  /// What it inherits.
  private(set) var inherits: String?
  /// The colours that it names.
  private(set) var palette: [String: Color] = [:]
  /// Nil when the text is no TOML.
  private var reader: TOMLReader?
  private var syntaxProblems: [TOMLError] = []

  /// Reads what must be known before the styles.
  init(_ source: ThemeSource) {
    self.source = source
    do throws(TOMLError) {
      reader = TOMLReader(try TOMLDocument(parsing: source.text))
    } catch {
      syntaxProblems = TOMLMending(source.text).problems
    }
    reader?.reportUnknownKeys(ThemeSchema.shape)
    inherits = reader?.string(at: ThemeSchema.inheritsKey)
    readPalette()
  }

  /// What was wrong so far, by line.
  var problems: [ThemeError] {
    let found = reader?.problems ?? syntaxProblems
    return found.sorted { ($0.line ?? 0) < ($1.line ?? 0) }
      .map { ThemeError(path: source.path, problem: $0) }
  }

  /// Adds a problem at the line of a key.
  mutating func report(_ kind: TOMLError.Kind, at path: TOMLPath) {
    reader?.report(kind, at: path)
  }

  /// Lays what the file says over `theme`.
  mutating func apply(to theme: inout Theme, palette: [String: Color]) {
    guard var reader else { return }
    if let name = reader.string(at: ThemeSchema.nameKey) { theme.name = name }
    for row in ThemeSchema.roles {
      theme[row.role] = reader.style(of: row, palette: palette).over(theme[row.role])
    }
    for row in ThemeSchema.texts {
      guard let text = reader.text(of: row) else { continue }
      theme[keyPath: row.value] = text
    }
    for row in ThemeSchema.lines {
      guard let lines = reader.integer(at: row.path, in: ThemeSchema.lineRange) else { continue }
      theme[keyPath: row.value] = lines
    }
    self.reader = reader
  }

  private mutating func readPalette() {
    guard var reader, let node = reader.document.node(at: ThemeSchema.palette) else { return }
    if case .table = node {
      for name in reader.document.keys(of: ThemeSchema.palette) {
        palette[name] = reader.color(at: ThemeSchema.palette.appending(key: name), palette: [:])
      }
    } else {
      let _: String? = reader.mismatch(node, "a table", at: ThemeSchema.palette)
    }
    self.reader = reader
  }
}
