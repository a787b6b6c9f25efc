import InboxText

/// The root value that a file is read into; it begins with all defaults.
package protocol TOMLRoot: Sendable {
  init()
}

/// The keys that may stand below a row's own when its value is a table.
package enum TOMLSubkeys: Sendable, Hashable {
  /// None but those of other rows.
  case none
  /// Some, beside those of other rows.
  case named([String])
  /// Names of the user's own.
  case any
}

/// A row of a settings table: a key, its values, and how it is read.
///
/// Reading, checking, the commented template, help and manual all go by these rows.
package struct TOMLRow<Root: TOMLRoot>: Sendable {
  /// A read of the value, which reports errors.
  package typealias Read = @Sendable (inout TOMLReader, TOMLPath, inout Root) -> Void

  /// Its key.
  package let path: TOMLPath
  /// What values it takes, in words.
  package var type: String { describeType() }
  /// The value where the file says nothing, as the file would write it; empty where there is none.
  package var defaultValue: String { writeDefault() }
  /// What it is for.
  package let summary: String
  package let subkeys: TOMLSubkeys
  /// The values that can be named, of a setting that takes nothing else.
  package var choices: [String] { listChoices() }
  // Texts for people are made when one reads them: every start of the screen makes the rows.
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

  /// What it is for and what it takes, in two sentences.
  package var sentence: String {
    "\(summary.prefix(1).uppercased() + summary.dropFirst()). Takes: \(type)."
  }

  /// What it is for, and its default, as comments of a file that says nothing yet.
  package var commented: String {
    "# \(sentence)\n# \(path) = \(defaultValue)\n"
  }

  /// Takes its value out of a file; what is wrong is reported.
  package func read(_ reader: inout TOMLReader, into root: inout Root) {
    read(&reader, path, &root)
  }

  /// The same row for a file that holds this one's root as a part.
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

/// Rows of the common kinds, which take type and default from the value that they are for.
extension TOMLRow {
  /// A value that is true or false.
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

  /// A whole number in a range.
  package static func integer(
    _ path: TOMLPath, _ value: any WritableKeyPath<Root, Int> & Sendable,
    in range: ClosedRange<Int>, _ summary: String
  ) -> Self {
    Self(path, type: "integer", default: "\(Root()[keyPath: value])", summary) {
      reader, path, root in
      if let number = reader.integer(at: path, in: range) { root[keyPath: value] = number }
    }
  }

  /// One of the values of a type.
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

/// The rows for some of the keys at the top of a file, of which no other part has a row.
package struct TOMLPart<Root: TOMLRoot>: Sendable {
  fileprivate let rows: [TOMLRow<Root>]
  fileprivate let shape: TOMLShape

  /// Makes a part of a table.
  package init(_ rows: [TOMLRow<Root>]) {
    self.rows = rows
    var shape = TOMLShape()
    for row in rows { shape.allow(row) }
    self.shape = shape
  }

  /// The keys at the top that it has rows for.
  package var keys: Set<String> { Set(shape.keys.keys) }
}

/// The table of the rows of one kind of file.
package struct TOMLTable<Root: TOMLRoot>: Sendable {
  /// Its parts, each made when a file needs it: rows take longer to make than to read.
  package let parts: [@Sendable () -> TOMLPart<Root>]
  private let isWhole: Bool

  /// Makes a table of all that a file may say.
  package init(parts: [@Sendable () -> TOMLPart<Root>]) {
    self.parts = parts
    isWhole = true
  }

  /// Makes a table of all that a file may say, or of a part of it, which judges no keys but those
  /// within its own sections.
  package init(_ rows: [TOMLRow<Root>], isWhole: Bool = true) {
    let part = TOMLPart(rows)
    parts = [{ part }]
    self.isWhole = isWhole
  }

  /// The rows in the order of a file that has them all.
  package var rows: [TOMLRow<Root>] { parts.flatMap { $0().rows } }

  /// Reads all rows, and reports the keys that no row has.
  package func read(_ reader: inout TOMLReader, into root: inout Root) {
    let parts = check(&reader)
    for part in parts { for row in part.rows { row.read(&reader, into: &root) } }
  }

  /// Reports the keys that no row has.
  package func reportUnknownKeys(_ reader: inout TOMLReader) {
    _ = check(&reader)
  }

  /// Reports the keys that no row has; the parts that have the others.
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

/// The keys that a file may have, as a tree.
private struct TOMLShape: Sendable {
  /// What may stand below, by key.
  var keys: [String: TOMLShape] = [:]
  /// Whether something that is no table may stand here.
  var isValue = false
  /// Whether the keys below are names of the user's own.
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

  /// Reports keys below those of a table that no row has.
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
