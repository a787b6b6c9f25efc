import InboxText

/// The tables of a document during parsing, with the rules on redefinition.
struct TOMLTree {
  /// A part of a dotted key, with its position.
  struct Key {
    var name: String
    var position: TOMLPosition
  }

  /// How a table was defined, which decides what may be added to it.
  private enum Origin {
    /// The root table, or an ancestor in a header.
    case implicit
    /// A header of its own; all its keys are below that.
    case header
    /// A dotted key before an `=`.
    case dotted
  }

  private enum Content {
    case value(TOMLValue)
    case table(Int)
    /// An array of tables, `[[header]]`, by its index in `arrays`.
    case tables(Int)
  }

  private struct Entry {
    var content: Content
    var position: TOMLPosition
    var keyPosition: TOMLPosition
  }

  private struct Table {
    var origin: Origin
    var position: TOMLPosition
    /// The depth of tables and arrays around it.
    var level: Int
    var entries: [String: Entry] = [:]

    /// The entry of a key; keys are compared by code units.
    subscript(key: Key) -> Entry? {
      get { entries[ExactName.key(for: key.name, in: entries)] }
      set { entries[ExactName.key(for: key.name, in: entries)] = newValue }
    }
  }

  /// The index of the root table.
  static let root = 0

  private var tables: [Table]
  /// The elements of each array of tables, by index in `tables`.
  private var arrays: [[Int]] = []

  init() {
    tables = [
      Table(origin: .implicit, position: TOMLPosition(line: 1, column: 1), level: 0)
    ]
  }

  /// The depth of a table.
  func level(of table: Int) -> Int { tables[table].level }

  /// Begins an inline table, which is not part of the document until ``finish(_:)``.
  mutating func begin(at position: TOMLPosition, level: Int) -> Int {
    tables.append(Table(origin: .implicit, position: position, level: level))
    return tables.count - 1
  }

  /// Ends an inline table: removes it and returns its value.
  mutating func finish(_ table: Int) -> TOMLValue {
    defer { tables.removeSubrange(table...) }
    return node(of: table).value
  }

  /// The node of a table.
  func node(of table: Int) -> TOMLNode {
    let table = tables[table]
    let entries = table.entries.mapValues { entry in
      var node: TOMLNode
      switch entry.content {
      case .value(let value):
        node = TOMLNode(value: value, position: entry.position, keyPosition: entry.keyPosition)
      case .table(let index): node = self.node(of: index)
      case .tables(let array):
        node = TOMLNode(
          value: .array(arrays[array].map { self.node(of: $0) }), position: entry.position,
          keyPosition: entry.keyPosition)
      }
      node.keyPosition = entry.keyPosition
      return node
    }
    return TOMLNode(value: .table(entries), position: table.position, keyPosition: table.position)
  }

  /// Sets the value of a dotted key in a table.
  mutating func insert(
    _ value: TOMLValue, at position: TOMLPosition, as keys: [Key], in table: Int
  ) throws(TOMLSyntaxError) {
    guard let last = keys.last else { return }
    var table = table
    for key in keys.dropLast() {
      switch tables[table][key]?.content {
      case nil: table = try add(.dotted, key, to: table)
      case .table(let index) where tables[index].origin != .header:
        tables[index].origin = .dotted
        table = index
      case .value(let value): throw Self.refusal(of: value, key)
      case .table(let index): throw .redefined(key.name, line: tables[index].position.line)
      case .tables(let array): throw .redefined(key.name, line: firstLine(of: array))
      }
    }
    if let old = tables[table][last] {
      throw .redefined(last.name, line: old.keyPosition.line)
    }
    tables[table][last] = Entry(
      content: .value(value), position: position, keyPosition: last.position)
  }

  /// Opens the table of a header: `[a.b]`, or for an element of an array `[[a.b]]`.
  mutating func open(_ keys: [Key], isElement: Bool) throws(TOMLSyntaxError) -> Int {
    guard let last = keys.last else { return Self.root }
    var table = Self.root
    for key in keys.dropLast() {
      switch tables[table][key]?.content {
      case nil: table = try add(.implicit, key, to: table)
      case .table(let index): table = index
      case .tables(let array): table = arrays[array].last ?? table
      case .value(let value): throw Self.refusal(of: value, key)
      }
    }
    switch (tables[table][last]?.content, isElement) {
    case (nil, false): return try add(.header, last, to: table)
    case (nil, true):
      let index = try add(.header, last, to: table)
      tables[table][last]?.content = .tables(arrays.count)
      arrays.append([index])
      tables[index].level += 1
      return index
    case (.tables(let array), true):
      let level = tables[table].level + 2
      let index = begin(at: last.position, level: level)
      tables[index].origin = .header
      arrays[array].append(index)
      return index
    case (.table(let index), false) where tables[index].origin == .implicit:
      tables[index].origin = .header
      tables[index].position = last.position
      tables[table][last]?.keyPosition = last.position
      return index
    case (.table(let index), false) where tables[index].origin == .dotted:
      let name = TOMLPath(keys.map { .key($0.name) })
      let (key, line) = firstKey(of: index)
      throw .dottedTable(
        "\(name)", key: "\(TOMLPath(name.components + key.components))", line: line)
    case (.table(let index), _): throw .redefined(last.name, line: tables[index].position.line)
    case (.tables(let array), false): throw .redefined(last.name, line: firstLine(of: array))
    case (.value, _):
      let line = tables[table][last]?.keyPosition.line ?? last.position.line
      throw .redefined(last.name, line: line)
    }
  }

  private func firstLine(of array: Int) -> Int {
    arrays[array].first.map { tables[$0].position.line } ?? 1
  }

  /// The first key of a table with a value, relative to the table, and its line.
  private func firstKey(of table: Int) -> (path: TOMLPath, line: Int) {
    let first = tables[table].entries.min { $0.value.keyPosition < $1.value.keyPosition }
    guard let (key, entry) = first else { return (TOMLPath(), tables[table].position.line) }
    guard case .table(let inner) = entry.content else {
      return (TOMLPath([.key(key)]), entry.keyPosition.line)
    }
    let (path, line) = firstKey(of: inner)
    return (TOMLPath([.key(key)] + path.components), line)
  }

  private mutating func add(
    _ origin: Origin, _ key: Key, to table: Int
  ) throws(TOMLSyntaxError) -> Int {
    let level = tables[table].level + 1
    guard level < TOMLParser.mostLevels else { throw .tooDeep }
    let index = begin(at: key.position, level: level)
    tables[index].origin = origin
    tables[table][key] = Entry(
      content: .table(index), position: key.position, keyPosition: key.position)
    return index
  }

  /// The error for a key below a value.
  private static func refusal(of value: TOMLValue, _ key: Key) -> TOMLSyntaxError {
    if case .table = value { .closedTable(key.name) } else { .notATable(key.name) }
  }
}
