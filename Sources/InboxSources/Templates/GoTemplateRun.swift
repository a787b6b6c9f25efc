import InboxText

/// An execution of a template: its output and its remaining allowance of work.
struct GoTemplateRun {
  /// The output.
  private(set) var output = ""
  private var dot: JSONValue
  private var variables: [(name: String, value: JSONValue)]
  private var allowance = mostWork

  /// Maximum steps and bytes of work, which take at most a tenth of a second.
  private static let mostWork = 1_000_000
  /// Maximum bytes of output.
  private static let mostOutput = 1_024 * 1_024

  init(_ document: JSONValue) {
    dot = document
    variables = [("", document)]
  }

  /// Consumes the cost of a step.
  ///
  /// - Throws: ``GoTemplateError/tooCostly``.
  private mutating func spend(_ cost: Int) throws(GoTemplateError) {
    allowance -= 1 + cost
    guard allowance > 0 else { throw .tooCostly }
  }

  /// Writes nodes; returns the statement that left the iteration, if any.
  @discardableResult
  mutating func write(_ nodes: [GoTemplate.Node]) throws(GoTemplateError) -> GoTemplate.Leaving? {
    let variableCount = variables.count
    defer { variables.removeLast(variables.count - variableCount) }
    for node in nodes {
      try spend(1)
      switch node {
      case .text(let text): try write(text)
      case .output(let pipeline):
        let value = try value(of: pipeline)
        if pipeline.variables.isEmpty { try write(value.goText()) }
      case .choice(let branches, let otherwise, let isWith):
        if let leaving = try choose(branches, otherwise, isWith: isWith) { return leaving }
      case .range(let list, let body, let otherwise):
        if let leaving = try loop(list, body, otherwise) { return leaving }
      case .leave(let leaving): return leaving
      }
    }
    return nil
  }

  private mutating func write(_ text: String) throws(GoTemplateError) {
    try spend(text.utf8.count)
    guard output.utf8.count + text.utf8.count <= Self.mostOutput else { throw .tooCostly }
    output += text
  }

  private mutating func choose(
    _ branches: [GoTemplate.Branch], _ otherwise: [GoTemplate.Node], isWith: Bool
  ) throws(GoTemplateError) -> GoTemplate.Leaving? {
    // A variable of the condition is in scope in all branches.
    let variableCount = variables.count
    defer { variables.removeLast(variables.count - variableCount) }
    for branch in branches {
      let value = try value(of: branch.condition)
      guard value.isTrue else { continue }
      let outer = dot
      defer { dot = outer }
      if isWith { dot = value }
      return try write(branch.nodes)
    }
    return try write(otherwise)
  }

  private mutating func loop(
    _ list: GoTemplate.Pipeline, _ body: [GoTemplate.Node], _ otherwise: [GoTemplate.Node]
  ) throws(GoTemplateError) -> GoTemplate.Leaving? {
    var plain = list
    plain.variables = []
    let elements = try Self.elements(of: try value(of: plain))
    guard !elements.isEmpty else { return try write(otherwise) }
    let (outer, variableCount) = (dot, variables.count)
    defer {
      dot = outer
      variables.removeLast(variables.count - variableCount)
    }
    for (key, element) in elements {
      try spend(1)
      variables.removeLast(variables.count - variableCount)
      dot = element
      let values = list.variables.count == 2 ? [key, element] : [element]
      for (name, value) in zip(list.variables, values) {
        try set(name, to: value, isAssignment: list.isAssignment)
      }
      if try write(body) == .break { break }
    }
    return nil
  }

  /// The elements of a loop, with their indices or names.
  private static func elements(
    of value: JSONValue
  ) throws(GoTemplateError) -> [(JSONValue, JSONValue)] {
    switch value {
    case .null: return []
    case .array(let list): return list.enumerated().map { (.integer(Int64($0)), $1) }
    case .object(let fields):
      return fields.sorted { $0.key < $1.key }.map { (.string($0.key), $0.value) }
    case .integer(let count):
      guard count <= 10_000 else { throw .tooCostly }
      return (0..<max(0, count)).map { (.integer($0), .integer($0)) }
    default: throw .failed("range goes through lists and objects only")
    }
  }

  private mutating func set(
    _ name: String, to value: JSONValue, isAssignment: Bool
  ) throws(GoTemplateError) {
    guard isAssignment else { return variables.append((name, value)) }
    guard let index = variables.lastIndex(where: { $0.name == name }) else {
      throw .failed("there is no variable $\(name)")
    }
    variables[index].value = value
  }
}

/// Evaluation.
extension GoTemplateRun {
  private mutating func value(of pipeline: GoTemplate.Pipeline) throws(GoTemplateError) -> JSONValue
  {
    var value: JSONValue?
    for command in pipeline.commands { value = try self.value(of: command, after: value) }
    let result = value ?? .null
    if let name = pipeline.variables.first {
      try set(name, to: result, isAssignment: pipeline.isAssignment)
    }
    return result
  }

  private mutating func value(
    of command: [GoTemplate.Operand], after piped: JSONValue?
  ) throws(GoTemplateError) -> JSONValue {
    guard let first = command.first else { return .null }
    guard case .function(let name) = first.term else {
      guard command.count == 1, piped == nil else {
        throw .failed("arguments after something that is not a function")
      }
      return try value(of: first)
    }
    let value = try call(name, command.dropFirst(), after: piped)
    return try Self.field(first.fields, from: value)
  }

  private mutating func call(
    _ name: String, _ operands: ArraySlice<GoTemplate.Operand>, after piped: JSONValue?
  ) throws(GoTemplateError) -> JSONValue {
    var arguments: [JSONValue] = []
    for operand in operands {
      arguments.append(try value(of: operand))
      // These short-circuit.
      if let last = arguments.last, GoTemplateFunction.isDecided(name, by: last) { return last }
    }
    if let piped { arguments.append(piped) }
    try spend(arguments.reduce(0) { $0 + $1.shallowSize })
    let result = try GoTemplateFunction.value(of: name, arguments)
    try spend(result.shallowSize)
    return result
  }

  private mutating func value(of operand: GoTemplate.Operand) throws(GoTemplateError) -> JSONValue {
    try spend(1)
    let value: JSONValue
    switch operand.term {
    case .dot: value = dot
    case .variable(let name):
      guard let known = variables.last(where: { $0.name == name }) else {
        throw .failed("there is no variable $\(name)")
      }
      value = known.value
    case .value(let written): value = written
    case .function(let name): value = try call(name, [], after: nil)
    case .pipeline(let pipeline): value = try self.value(of: pipeline)
    }
    return try Self.field(operand.fields, from: value)
  }

  /// The value of a path of fields; null if one is missing.
  private static func field(
    _ names: [String], from value: JSONValue
  ) throws(GoTemplateError) -> JSONValue {
    var value = value
    for name in names {
      switch value {
      case .object(let fields): value = fields[name] ?? .null
      case .null: return .null
      default: throw .failed("there is no field \(name) in something that is not an object")
      }
    }
    return value
  }
}
