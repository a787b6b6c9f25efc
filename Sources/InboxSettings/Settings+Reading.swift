public import InboxTOML

extension Settings {
  /// Settings as far as they could be read, and what was wrong.
  public struct Loaded: Sendable, Hashable {
    /// The settings; what could not be read has its default.
    public var settings: Settings
    /// The file, as messages show it.
    public var path: String
    /// What was wrong, by line.
    public var problems: [TOMLError]
    /// The line that names the theme; nil when none does.
    public var themeLine: Int?

    /// Whether nothing of the file could be read, so that all settings are defaults.
    public var isUnreadable: Bool {
      problems.contains {
        switch $0.kind {
        case .syntax, .unreadable: true
        default: false
        }
      }
    }

    /// One line for each problem: `path:line: message`.
    public var messages: [String] {
      problems.map { $0.description(in: path) }
    }
  }

  /// Reads the configuration file; one that does not exist says nothing.
  public static func load(from paths: Paths) -> Loaded {
    let path = paths.configuration
    do throws(TOMLError) {
      guard let text = try TextFile.read(path) else {
        return Loaded(settings: Settings(), path: path, problems: [])
      }
      var loaded = parse(text)
      loaded.path = path
      return loaded
    } catch {
      return Loaded(settings: Settings(), path: path, problems: [error])
    }
  }

  /// Reads a configuration's text.
  public static func parse(_ text: String) -> Loaded {
    do throws(TOMLError) {
      return read(try TOMLDocument(parsing: text))
    } catch {
      let mending = TOMLMending(text)
      let others = mending.document.map { read($0).problems } ?? []
      return Loaded(
        settings: Settings(), path: "config.toml", problems: byLine(mending.problems + others))
    }
  }

  private static func read(_ document: TOMLDocument) -> Loaded {
    var settings = Settings()
    var reader = TOMLReader(document)
    reader.reportUnknownKeys(TOMLShape(values: rows.map(\.path), open: [keysPath]))
    for row in rows { row.read(&reader, row.path, &settings) }
    settings.keys = bindings(&reader, at: keysPath, context: "")
    return Loaded(
      settings: settings, path: "config.toml", problems: byLine(reader.problems),
      themeLine: settings.theme.flatMap { _ in reader.document.line(of: "theme") })
  }

  private static func byLine(_ problems: [TOMLError]) -> [TOMLError] {
    problems.sorted { ($0.line ?? 0) < ($1.line ?? 0) }
  }

  private static let keysPath: TOMLPath = "keys"

  /// The entries of `[keys]`, then of each `[keys.CONTEXT]`.
  private static func bindings(
    _ reader: inout TOMLReader, at table: TOMLPath, context: String
  ) -> [KeyBindingEntry] {
    guard let node = reader.document.node(at: table) else { return [] }
    guard case .table = node else { return reader.mismatch(node, "a table", at: table) ?? [] }
    var entries: [KeyBindingEntry] = []
    for key in reader.document.keys(of: table) {
      let path = table.appending(key: key)
      if context.isEmpty, case .table? = reader.document.node(at: path) {
        entries += bindings(&reader, at: path, context: key)
      } else if let command = reader.string(at: path) {
        let line = reader.document.line(of: path)
        entries.append(KeyBindingEntry(context: context, keys: key, command: command, line: line))
      }
    }
    return entries
  }
}
