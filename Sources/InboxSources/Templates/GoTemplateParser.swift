import InboxText

/// Parses the parts of a template into a tree.
struct GoTemplateParser {
  private typealias Node = GoTemplate.Node
  private typealias Pipeline = GoTemplate.Pipeline

  private var parts: ArraySlice<GoTemplateLexer.Part>
  /// The tokens of the current action.
  private var tokens: ArraySlice<GoTemplateLexer.Token> = []
  private var depth = 0
  private var loopDepth = 0

  /// Maximum nesting of blocks and parentheses.
  private static let mostDepth = 50
  private static let disallowed = ["define", "template", "block", "call"]

  init(_ parts: [GoTemplateLexer.Part]) {
    self.parts = parts[...]
  }

  /// The nodes of the complete template.
  ///
  /// - Throws: ``GoTemplateError``.
  mutating func wholeTemplate() throws(GoTemplateError) -> [GoTemplate.Node] {
    let (nodes, end) = try nodes()
    guard end == nil else { throw .syntax("there is an \(end ?? "end") without a beginning") }
    return nodes
  }

  /// Parses nodes up to an `end` or `else`, which is returned; the tokens after it are not
  /// consumed.
  private mutating func nodes() throws(GoTemplateError) -> (nodes: [Node], end: String?) {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.mostDepth else { throw .syntax("too many blocks lie within each other") }
    var nodes: [Node] = []
    while let part = parts.popFirst() {
      switch part {
      case .text(let text): nodes.append(.text(text))
      case .action(let action):
        tokens = action[...]
        guard case .word(let word)? = tokens.first else {
          nodes.append(.output(try wholePipeline()))
          continue
        }
        switch word {
        case "end", "else":
          tokens.removeFirst()
          return (nodes, word)
        default: nodes.append(try node(beginningWith: word))
        }
      }
    }
    return (nodes, nil)
  }

  private mutating func node(beginningWith word: String) throws(GoTemplateError) -> Node {
    switch word {
    case "if", "with":
      tokens.removeFirst()
      return try choice(isWith: word == "with")
    case "range":
      tokens.removeFirst()
      return try range()
    case "break", "continue":
      guard loopDepth > 0, tokens.count == 1 else {
        throw .syntax("there is a \(word) in no range")
      }
      return .leave(word == "break" ? .break : .continue)
    default: return .output(try wholePipeline())
    }
  }

  private mutating func choice(isWith: Bool) throws(GoTemplateError) -> Node {
    var branches: [GoTemplate.Branch] = []
    while true {
      let condition = try wholePipeline()
      let (body, end) = try nodes()
      branches.append(.init(condition: condition, nodes: body))
      guard let end else { throw .syntax("an end is missing") }
      if end == "end" { return .choice(branches, otherwise: [], isWith: isWith) }
      if tokens.isEmpty {
        return .choice(branches, otherwise: try lastNodes(), isWith: isWith)
      }
      guard tokens.popFirst() == .word(isWith ? "with" : "if") else {
        throw .syntax("after else only \(isWith ? "with" : "if") is allowed")
      }
    }
  }

  private mutating func range() throws(GoTemplateError) -> Node {
    let list = try wholePipeline()
    loopDepth += 1
    let (body, end) = try nodes()
    loopDepth -= 1
    switch end {
    case "end": return .range(list, body, otherwise: [])
    case "else" where tokens.isEmpty: return .range(list, body, otherwise: try lastNodes())
    default: throw .syntax("an end is missing")
    }
  }

  /// The nodes between an `else` and the `end`.
  private mutating func lastNodes() throws(GoTemplateError) -> [Node] {
    let (nodes, end) = try nodes()
    guard end == "end" else { throw .syntax("an end is missing") }
    return nodes
  }
}

/// Parsing actions.
extension GoTemplateParser {
  /// A pipeline up to the end of the action.
  private mutating func wholePipeline() throws(GoTemplateError) -> Pipeline {
    let pipeline = try pipeline()
    guard tokens.isEmpty else { throw .syntax("a parenthesis is not opened") }
    return pipeline
  }

  private mutating func pipeline() throws(GoTemplateError) -> Pipeline {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.mostDepth else { throw .syntax("too many parentheses") }
    var pipeline = Pipeline(commands: [])
    try declaration(of: &pipeline)
    while true {
      var command: [GoTemplate.Operand] = []
      while let operand = try operand() { command.append(operand) }
      guard !command.isEmpty else { throw .syntax("a value is missing") }
      pipeline.commands.append(command)
      guard tokens.first == .mark("|") else { return pipeline }
      tokens.removeFirst()
    }
  }

  /// Consumes `$a :=`, `$a =` or `$a, $b :=`.
  private mutating func declaration(of pipeline: inout Pipeline) throws(GoTemplateError) {
    var ahead = tokens
    var names: [String] = []
    while case .variable(let name)? = ahead.first {
      ahead.removeFirst()
      names.append(name)
      guard ahead.first == .mark(",") else { break }
      ahead.removeFirst()
    }
    guard let mark = ahead.first, [.mark(":="), .mark("=")].contains(mark) else { return }
    guard (1...2).contains(names.count), !names.contains("") else {
      throw .syntax("one or two variables may be set")
    }
    tokens = ahead.dropFirst()
    (pipeline.variables, pipeline.isAssignment) = (names, mark == .mark("="))
  }

  /// Consumes a term; nil if there is none.
  private mutating func operand() throws(GoTemplateError) -> GoTemplate.Operand? {
    guard let token = tokens.first, let term = try term(token) else { return nil }
    var operand = GoTemplate.Operand(term: term)
    if case .field(let name, _) = token { operand.fields = [name] }
    while case .field(let name, isAttached: true)? = tokens.first {
      tokens.removeFirst()
      operand.fields.append(name)
    }
    return operand
  }

  private mutating func term(
    _ token: GoTemplateLexer.Token
  ) throws(GoTemplateError) -> GoTemplate.Term? {
    guard ![.mark("|"), .mark(")")].contains(token) else { return nil }
    tokens.removeFirst()
    switch token {
    case .dot, .field: return .dot
    case .variable(let name): return .variable(name)
    case .value(let value): return .value(value)
    case .mark("("):
      let pipeline = try pipeline()
      guard tokens.popFirst() == .mark(")") else { throw .syntax("a parenthesis is not closed") }
      return .pipeline(pipeline)
    case .mark(let mark): throw .syntax("'\(mark)' means nothing here")
    case .word("true"): return .value(.bool(true))
    case .word("false"): return .value(.bool(false))
    case .word("nil"): return .value(.null)
    case .word(let name):
      guard !Self.disallowed.contains(name) else { throw .disallowed(name) }
      guard GoTemplateFunction.isKnown(name) else { throw .syntax("there is no function \(name)") }
      return .function(name)
    }
  }
}
