import InboxText

/// A template in the language of Go's `text/template`, which ntfy fills from the JSON of a request:
/// `{{.repository.name}}: {{range .commits}}{{.message | trunc 60}} {{end}}`.
///
/// It supports fields, variables, `if`, `with`, `range`, pipelines, and the functions in
/// ``GoTemplateFunction``. Its work is limited, because anyone who may publish can write one.
struct GoTemplate: Sendable, Hashable {
  /// Maximum bytes of a template.
  static let mostBytes = 32 * 1_024

  let nodes: [Node]

  /// Parses a template.
  ///
  /// - Throws: ``GoTemplateError``.
  init(_ text: String) throws(GoTemplateError) {
    guard text.utf8.count <= Self.mostBytes else { throw .tooLarge }
    var parser = GoTemplateParser(try GoTemplateLexer.parts(of: text))
    nodes = try parser.wholeTemplate()
  }

  /// Fills it from a document.
  ///
  /// - Throws: ``GoTemplateError``.
  func text(from document: JSONValue) throws(GoTemplateError) -> String {
    var run = GoTemplateRun(document)
    try run.write(nodes)
    return run.output
  }
}

/// The parts of a template.
extension GoTemplate {
  /// A part of a template.
  indirect enum Node: Sendable, Hashable {
    case text(String)
    /// Writes a value; one that declares a variable writes nothing.
    case output(Pipeline)
    /// The first branch whose condition is true.
    case choice([Branch], otherwise: [Node], isWith: Bool)
    case range(Pipeline, [Node], otherwise: [Node])
    case leave(Leaving)
  }

  /// A statement that leaves an iteration of a loop.
  enum Leaving: Sendable, Hashable {
    case `break`, `continue`
  }

  /// A condition and the nodes to write if it is true.
  struct Branch: Sendable, Hashable {
    var condition: Pipeline
    var nodes: [Node]
  }

  /// Commands; each gets the value of the previous one as its last argument.
  struct Pipeline: Sendable, Hashable {
    /// The variables that get the value; two in a `range`, for index and element.
    var variables: [String] = []
    /// Whether the variables exist already.
    var isAssignment = false
    var commands: [[Operand]]
  }

  /// A value, and the path of fields from it.
  struct Operand: Sendable, Hashable {
    var term: Term
    var fields: [String] = []
  }

  /// A term of a template.
  indirect enum Term: Sendable, Hashable {
    case dot
    /// A variable; the one without a name is the whole document.
    case variable(String)
    case value(JSONValue)
    case function(String)
    case pipeline(Pipeline)
  }
}

/// The error of a template that cannot be parsed or filled.
enum GoTemplateError: Error, Sendable, Hashable {
  /// It is larger than ``GoTemplate/mostBytes``.
  case tooLarge
  /// It is not valid, for this reason.
  case syntax(String)
  /// It uses templates within templates, or calls functions of the document.
  case disallowed(String)
  /// A function failed, or a value has the wrong type.
  case failed(String)
  /// It exceeds the limit of work or of output.
  case tooCostly
}
