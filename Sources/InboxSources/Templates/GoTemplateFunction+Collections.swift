import InboxText

/// Functions of lists and objects.
extension GoTemplateFunction {
  /// Maximum elements of a list whose elements are all compared with each other.
  private static let mostCompared = 1_000
  /// Maximum elements of a list that `until` makes.
  private static let mostCounted = 10_000

  static let lists: [String: Function] = [
    "list": Function(0...1_000) { .array($0.values) },
    "append": Function(2) { .array(try $0.list(0) + [$0[1]]) },
    "prepend": Function(2) { .array([$0[1]] + (try $0.list(0))) },
    "concat": Function(some) { arguments in
      var list: [JSONValue] = []
      for index in arguments.values.indices { list += try arguments.list(index) }
      return .array(list)
    },
    "until": Function(1) { arguments in
      let count = max(0, try arguments.integer(0))
      guard count <= mostCounted else { throw GoTemplateError.tooCostly }
      return .array((0..<count).map { .integer(Int64($0)) })
    },
    "splitList": Function(2) { .array(try $0.pieces().map(JSONValue.string)) },
    "split": Function(2) { arguments in
      let pieces = try arguments.pieces().enumerated().map { ("_\($0)", JSONValue.string($1)) }
      return .object(Dictionary(pieces) { $1 })
    },
    "toStrings": Function(1) { .array(try $0.texts(0).map(JSONValue.string)) },
    "sortAlpha": Function(1) { .array(try $0.texts(0).sorted().map(JSONValue.string)) },
    "reverse": Function(1) { .array(try $0.list(0).reversed()) },
    "compact": Function(1) { .array(try $0.list(0).filter(\.isTrue)) },
    "uniq": Function(1) { arguments in
      let list = try arguments.list(0)
      guard list.count <= mostCompared else { throw GoTemplateError.tooCostly }
      var unique: [JSONValue] = []
      for element in list where !(try isIn(unique, element)) { unique.append(element) }
      return .array(unique)
    },
    "without": Function(some) { arguments in
      let others = Array(arguments.values.dropFirst())
      return .array(try arguments.list(0).filter { !(try isIn(others, $0)) })
    },
    "chunk": Function(2) { arguments in
      let (size, list) = (max(1, try arguments.integer(0)), try arguments.list(1))
      let starts = stride(from: 0, to: list.count, by: size)
      return .array(starts.map { .array(Array(list[$0..<min($0 + size, list.count)])) })
    },
    "join": Function(2) { arguments in
      // A single text is a list of one element.
      guard case .array = arguments[1] else { return .string(try arguments.text(1)) }
      let (separator, texts) = (try arguments.text(0), try arguments.texts(1))
      try arguments.check(size: separator.utf8.count, times: texts.count)
      return .string(texts.joined(separator: separator))
    },
    "first": Function(1) { try $0.list(0).first ?? .null },
    "last": Function(1) { try $0.list(0).last ?? .null },
    "rest": Function(1) { .array(Array(try $0.list(0).dropFirst())) },
    "initial": Function(1) { .array(Array(try $0.list(0).dropLast())) },
    "has": Function(2) { .bool(try isIn(try $0.list(1), $0[0])) },
    "slice": Function(1...3) { try $0.slice() },
    "len": Function(1) { arguments in
      switch arguments[0] {
      case .string(let text): .integer(Int64(text.utf8.count))
      case .array(let list): .integer(Int64(list.count))
      case .object(let fields): .integer(Int64(fields.count))
      case .null: .integer(0)
      default: throw GoTemplateError.failed("len takes a text, a list or an object")
      }
    },
    "index": Function(some) { arguments in
      var value = arguments[0]
      for key in arguments.values.dropFirst() { value = try element(key, of: value) }
      return value
    },
  ]

  private static func isIn(
    _ list: [JSONValue], _ element: JSONValue
  ) throws(GoTemplateError) -> Bool {
    for other in list where try other.isSame(as: element) { return true }
    return false
  }

  private static func element(
    _ key: JSONValue, of value: JSONValue
  ) throws(GoTemplateError) -> JSONValue {
    switch (value, key) {
    case (.object(let fields), .string(let name)): return fields[name] ?? .null
    case (.array(let list), _):
      guard let index = key.goInteger.flatMap(Int.init(exactly:)), list.indices.contains(index)
      else { throw .failed("the list has no such element") }
      return list[index]
    case (.null, _): return .null
    default: throw .failed("index takes a list and a number, or an object and a name")
    }
  }

  static let objects: [String: Function] = [
    "dict": Function(0...1_000) { arguments in
      var fields: [String: JSONValue] = [:]
      for index in stride(from: 0, to: arguments.values.count, by: 2) {
        let value = arguments.values.dropFirst(index + 1).first
        fields[try arguments.text(index)] = value ?? .string("")
      }
      return .object(fields)
    },
    "get": Function(2) { try $0.object(0)[try $0.text(1)] ?? .string("") },
    "hasKey": Function(2) { .bool(try $0.object(0)[try $0.text(1)] != nil) },
    "keys": Function(some) { arguments in
      var keys: [String] = []
      for index in arguments.values.indices { keys += try arguments.object(index).keys.sorted() }
      return .array(keys.map(JSONValue.string))
    },
    "values": Function(1) { .array(try $0.object(0).sorted { $0.key < $1.key }.map(\.value)) },
    "pick": Function(some) { try $0.picked(true) },
    "omit": Function(some) { try $0.picked(false) },
    "pluck": Function(some) { arguments in
      .array(
        try arguments.values.indices.dropFirst().compactMap {
          try arguments.object($0)[try arguments.text(0)]
        })
    },
    "dig": Function(3...1_000) { arguments in
      var value = arguments.last
      for index in arguments.values.indices.dropLast(2) {
        guard case .object(let fields) = value, let next = fields[try arguments.text(index)] else {
          return arguments[arguments.values.count - 2]
        }
        value = next
      }
      return value
    },
  ]
}

extension GoTemplateArguments {
  /// The pieces of the second argument, separated by the first.
  fileprivate func pieces() throws(GoTemplateError) -> [String] {
    let (separator, text) = (try text(0), try text(1))
    guard !separator.isEmpty else { return text.map(String.init) }
    return text.split(separator: separator, omittingEmptySubsequences: false).map(String.init)
  }

  /// A part of a list or a text.
  fileprivate func slice() throws(GoTemplateError) -> JSONValue {
    let count: Int
    switch values[0] {
    case .string(let text): count = text.count
    default: count = try list(0).count
    }
    let start = values.count > 1 ? try integer(1) : 0
    let end = values.count > 2 ? try integer(2) : count
    guard 0 <= start, start <= end, end <= count else { throw .failed("slice goes beyond its end") }
    if case .string(let text) = values[0] {
      return .string(String(text.dropFirst(start).prefix(end - start)))
    }
    return .array(Array(try list(0)[start..<end]))
  }

  /// The fields of the first argument that the others name, or all others.
  fileprivate func picked(_ isPicked: Bool) throws(GoTemplateError) -> JSONValue {
    var names: Set<String> = []
    for index in values.indices.dropFirst() { names.insert(try text(index)) }
    return .object(try object(0).filter { names.contains($0.key) == isPicked })
  }
}
