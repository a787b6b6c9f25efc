/// The root value that a file is decoded into; its initial values are the defaults.
package protocol TOMLRoot: Sendable {
  init()
}

/// The keys that are allowed in the table of a row.
package enum TOMLSubkeys: Sendable, Hashable {
  /// Only those of other rows.
  case none
  /// These, besides those of other rows.
  case named([String])
  /// Any names.
  case any
}

/// A row of a settings table: a key, its type, default and decoder.
///
/// Decoding, validation, the commented template, help and manual are all generated from these rows.
package struct TOMLRow<Root: TOMLRoot>: Sendable {
  /// Decodes the value into the root, and reports errors.
  package typealias Read = @Sendable (inout TOMLReader, TOMLPath, inout Root) -> Void

  /// The path of the key.
  package let path: TOMLPath
  /// The type of the value, in words.
  package var type: String { describeType() }
  /// The default value in TOML syntax; empty if there is none.
  package var defaultValue: String { writeDefault() }
  /// What the setting is for, as a clause.
  package let summary: String
  package let subkeys: TOMLSubkeys
  /// The possible values of an enumerated setting; else empty.
  package var choices: [String] { listChoices() }
  // Texts are computed lazily, because the rows are created at every start of the screen.
  private let describeType: @Sendable () -> String
  private let writeDefault: @Sendable () -> String
  private let listChoices: @Sendable () -> [String]
  private let read: Read

  package init(
    _ path: TOMLPath, type: @autoclosure @escaping @Sendable () -> String,
    default defaultValue: @autoclosure @escaping @Sendable () -> String = "",
    subkeys: TOMLSubkeys = .none,
    choices: @autoclosure @escaping @Sendable () -> [String] = [],
    _ summary: String, read: @escaping Read
  ) {
    self.path = path
    describeType = type
    writeDefault = defaultValue
    self.summary = summary
    self.subkeys = subkeys
    listChoices = choices
    self.read = read
  }

  /// The summary and the type, in two sentences.
  package var sentence: String {
    "\(summary.prefix(1).uppercased() + summary.dropFirst()). Takes: \(type)."
  }

  /// The sentence and the default, as comments of a template, below the header of its table.
  package var commented: String {
    "# \(sentence)\n# \(TOMLText.key(path.lastKey)) = \(defaultValue)\n"
  }

  /// The rows as a template: top-level settings, then those of each table below its header.
  ///
  /// Dotted keys would not allow a `[table]` later in the file.
  package static func template(of rows: [Self]) -> String {
    var tables: [TOMLPath] = []
    for table in rows.compactMap(\.path.parent) where !tables.contains(table) {
      tables.append(table)
    }
    let top = TOMLPath()
    return ([top] + tables.filter { $0 != top }).map { table in
      (table == top ? "" : "# [\(table)]\n\n")
        + rows.filter { $0.path.parent == table }.map { $0.commented + "\n" }.joined()
    }.joined()
  }

  /// Decodes its value; errors are reported to the reader.
  package func read(_ reader: inout TOMLReader, into root: inout Root) {
    read(&reader, path, &root)
  }

  /// The row for an outer root that has this one's root as a property.
  package func lifted<Outer: TOMLRoot>(
    to part: any WritableKeyPath<Outer, Root> & Sendable
  ) -> TOMLRow<Outer> {
    TOMLRow<Outer>(
      path, type: type, default: defaultValue, subkeys: subkeys, choices: choices, summary
    ) { [read] reader, path, outer in
      read(&reader, path, &outer[keyPath: part])
    }
  }
}

/// Rows of common types; their type and default come from the property.
extension TOMLRow {
  /// A Boolean setting.
  package static func flag(
    _ path: TOMLPath, _ value: any WritableKeyPath<Root, Bool> & Sendable, _ summary: String
  ) -> Self {
    Self(
      path, type: "boolean", default: "\(Root()[keyPath: value])", choices: ["true", "false"],
      summary
    ) { reader, path, root in
      if let isTrue = reader.boolean(at: path) { root[keyPath: value] = isTrue }
    }
  }

  /// An integer setting with a range.
  package static func integer(
    _ path: TOMLPath, _ value: any WritableKeyPath<Root, Int> & Sendable,
    in range: ClosedRange<Int>, _ summary: String
  ) -> Self {
    Self(path, type: "integer", default: "\(Root()[keyPath: value])", summary) {
      reader, path, root in
      if let number = reader.integer(at: path, in: range) { root[keyPath: value] = number }
    }
  }

  /// An enumerated setting.
  package static func choice<Value: RawRepresentable<String> & CaseIterable & Sendable>(
    _ path: TOMLPath, _ value: any WritableKeyPath<Root, Value> & Sendable, _ summary: String
  ) -> Self {
    Self(
      path, type: Value.allCases.map(\.rawValue).joined(separator: ", "),
      default: TOMLText.string(Root()[keyPath: value].rawValue),
      choices: Value.allCases.map(\.rawValue), summary
    ) { reader, path, root in
      if let choice = reader.choice(at: path, of: Value.self) { root[keyPath: value] = choice }
    }
  }
}

/// A part of a settings table, with all rows of some top-level keys.
package struct TOMLPart<Root: TOMLRoot>: Sendable {
  fileprivate let rows: [TOMLRow<Root>]
  fileprivate let shape: TOMLShape

  /// Creates a part of a table.
  package init(_ rows: [TOMLRow<Root>]) {
    self.rows = rows
    var shape = TOMLShape()
    for row in rows { shape.allow(row) }
    self.shape = shape
  }

  /// Its top-level keys.
  package var keys: Set<String> { Set(shape.keys.keys) }
}

/// A settings table: the schema of one kind of file.
package struct TOMLTable<Root: TOMLRoot>: Sendable {
  /// Its parts, created in order until all keys of a file are found, as rows are slow to create.
  package let parts: [@Sendable () -> TOMLPart<Root>]
  private let isWhole: Bool

  /// Creates a table of all settings of a file.
  package init(parts: [@Sendable () -> TOMLPart<Root>]) {
    self.parts = parts
    isWhole = true
  }

  /// Creates a table of all settings of a file, or of a part of them.
  ///
  /// A table that is not whole reports unknown keys only within its own sections.
  package init(_ rows: [TOMLRow<Root>], isWhole: Bool = true) {
    let part = TOMLPart(rows)
    parts = [{ part }]
    self.isWhole = isWhole
  }

  /// All rows, in the order of the template.
  package var rows: [TOMLRow<Root>] { parts.flatMap { $0().rows } }

  /// Decodes all rows, and reports unknown keys.
  package func read(_ reader: inout TOMLReader, into root: inout Root) {
    let parts = check(&reader)
    for part in parts { for row in part.rows { row.read(&reader, into: &root) } }
  }

  /// Reports unknown keys.
  package func reportUnknownKeys(_ reader: inout TOMLReader) {
    _ = check(&reader)
  }

  /// Reports unknown keys, and returns the parts up to the last one that the file needs.
  private func check(_ reader: inout TOMLReader) -> [TOMLPart<Root>] {
    guard case .table(let entries) = reader.document.root.value else { return [] }
    var needed: [TOMLPart<Root>] = []
    var rest = Array(entries.keys)
    for part in parts where !rest.isEmpty {
      let part = part()
      needed.append(part)
      rest.removeAll { part.shape.keys[$0] != nil }
    }
    if isWhole, !rest.isEmpty {
      reader.reportUnknownKeys(at: TOMLPath(), known: needed.flatMap(\.shape.keys.keys))
    }
    for part in needed { part.shape.check(entries, at: TOMLPath(), &reader) }
    return needed
  }
}

/// A tree of the allowed keys.
private struct TOMLShape: Sendable {
  /// The allowed subkeys.
  var keys: [String: TOMLShape] = [:]
  /// Whether a value other than a table is allowed.
  var isValue = false
  /// Whether any subkeys are allowed.
  var isOpen = false

  mutating func allow<Root>(_ row: TOMLRow<Root>) {
    change(row.path.components[...]) { shape in
      shape.isValue = true
      switch row.subkeys {
      case .none: break
      case .named(let names):
        for name in names { shape.keys[name, default: TOMLShape()].isValue = true }
      case .any: shape.isOpen = true
      }
    }
  }

  private mutating func change(
    _ steps: ArraySlice<TOMLPath.Component>, _ body: (inout TOMLShape) -> Void
  ) {
    guard case .key(let key) = steps.first else { return body(&self) }
    keys[key, default: TOMLShape()].change(steps.dropFirst(), body)
  }

  /// Reports unknown keys of nested tables.
  func check(_ entries: [String: TOMLNode], at table: TOMLPath, _ reader: inout TOMLReader) {
    for (key, node) in entries {
      guard let below = keys[key], !below.isOpen, !below.keys.isEmpty else { continue }
      let path = table.appending(key: key)
      if case .table(let entries) = node.value {
        reader.reportUnknownKeys(at: path, known: below.keys.keys)
        below.check(entries, at: path, &reader)
      } else if !below.isValue {
        reader.report(.wrongType(found: node.value.typeName, expected: "a table"), at: path)
      }
    }
  }
}
