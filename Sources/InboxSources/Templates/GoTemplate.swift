import Foundation
import InboxText

/// A template in the language of Go's `text/template`, which ntfy fills from the JSON of a request:
/// `{{.repository.name}}: {{range .commits}}{{.message | trunc 60}} {{end}}`.
///
/// It knows fields, variables, `if`, `with`, `range`, pipelines, and the functions in
/// ``GoTemplateFunction``. How much one does is limited, as anyone who may publish can write one.
struct GoTemplate: Sendable, Hashable {
  /// Most bytes of a template.
  static let mostBytes = 32 * 1_024

  let nodes: [Node]

  /// Reads a template.
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
    /// The first branch whose condition holds.
    case choice([Branch], otherwise: [Node], isWith: Bool)
    case range(Pipeline, [Node], otherwise: [Node])
    case leave(Leaving)
  }

  /// A way out of a loop's turn.
  enum Leaving: Sendable, Hashable {
    case `break`, `continue`
  }

  /// A condition and what is written where it holds.
  struct Branch: Sendable, Hashable {
    var condition: Pipeline
    var nodes: [Node]
  }

  /// Commands, each of which gets the value of the one before as its last argument.
  struct Pipeline: Sendable, Hashable {
    /// The variables that get the value; two in a `range`, for the place and the element.
    var variables: [String] = []
    /// Whether the variables are there already.
    var isAssignment = false
    var commands: [[Operand]]
  }

  /// A value, and the names of fields that lead on from it.
  struct Operand: Sendable, Hashable {
    var term: Term
    var fields: [String] = []
  }

  /// A value as it is written.
  indirect enum Term: Sendable, Hashable {
    case dot
    /// A variable; the one without a name is the whole document.
    case variable(String)
    case value(JSONValue)
    case function(String)
    case pipeline(Pipeline)
  }
}

/// Why a template cannot be read or filled.
enum GoTemplateError: Error, Sendable, Hashable {
  /// It is larger than ``GoTemplate/mostBytes``.
  case tooLarge
  /// It is no template, for this reason.
  case syntax(String)
  /// It uses templates within templates, or calls functions of the document.
  case disallowed(String)
  /// A function or a value does not fit.
  case failed(String)
  /// It does more, or makes a longer text, than one may.
  case tooCostly
}
