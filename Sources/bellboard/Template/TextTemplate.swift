import ArgumentParser
import Foundation
import InboxCore
import InboxUI

/// A template of a line: text with field names in braces.
///
/// `{title}` is a field, `{title:json}` the same escaped for JSON. The text between `{?answer}` and
/// `{/}` is printed if the field has a value, after `{!answer}` if not.
struct TextTemplate<Subject: TemplateSubject>: Sendable {
  /// A piece of a template.
  indirect enum Piece: Sendable {
    case text(String)
    case field(TemplateField<Subject>, [TemplateStyle])
    /// A group that is printed if the field has a value, or if it has none.
    case group(TemplateField<Subject>, isNegated: Bool, [Piece])
  }

  private let pieces: [Piece]

  /// Parses a template; `{{` and `}}` are literal braces, `\n` and `\t` a newline and a tab.
  ///
  /// - Throws: `ValidationError`, such as for an unknown field.
  init(parsing text: String) throws {
    var parser = TemplateParser(text, fields: Subject.templateFields)
    pieces = try parser.pieces(untilEnd: nil)
  }

  /// Renders the line of a subject; its fields are made printable.
  func text(for subject: Subject) -> String {
    Self.text(of: pieces, for: subject)
  }

  private static func text(of pieces: [Piece], for subject: Subject) -> String {
    pieces.map { piece in
      switch piece {
      case .text(let text): text
      case .field(let field, let styles): TemplateStyle.apply(styles, to: field.text(subject))
      case .group(let field, let isNegated, let inner):
        field.saysSomething(subject) == isNegated ? "" : text(of: inner, for: subject)
      }
    }.joined()
  }
}

/// The limits of templates.
enum TemplateLimits {
  /// Maximum depth of nested groups.
  static let mostGroups = 16
  /// Maximum styles of one field; each nesting of JSON doubles the backslashes.
  static let mostStyles = 4
}

/// A recursive parser of templates.
struct TemplateParser<Subject: TemplateSubject> {
  private typealias Piece = TextTemplate<Subject>.Piece

  private var rest: Substring
  /// The depth of groups at the current position.
  private var depth = 0
  private let fields: [TemplateField<Subject>]

  /// Creates a parser of `text`; replaces `\n` and `\t`.
  init(_ text: String, fields: [TemplateField<Subject>]) {
    rest = Substring(
      text.replacingOccurrences(of: "\\n", with: "\n").replacingOccurrences(of: "\\t", with: "\t"))
    self.fields = fields
  }

  /// Parses pieces up to the end of the group that `opener` began, or of the text.
  ///
  /// - Throws: `ValidationError` for a syntax error or an unknown field.
  mutating func pieces(untilEnd opener: String?) throws -> [TextTemplate<Subject>.Piece] {
    var pieces: [Piece] = []
    var literal = ""
    while let character = rest.popFirst() {
      if (character == "{" || character == "}") && rest.first == character {
        literal.append(rest.removeFirst())
      } else if character == "{" {
        if !literal.isEmpty { pieces.append(.text(literal)) }
        literal = ""
        let tag = try tag()
        if tag == "/" {
          guard opener != nil else {
            throw ValidationError("A '{/}' in --format has no matching '{?field}'.")
          }
          return pieces
        }
        pieces.append(try piece(of: tag))
      } else {
        literal.append(character)
      }
    }
    if let opener {
      throw ValidationError("'{\(opener)}' in --format has no matching '{/}'.")
    }
    return literal.isEmpty ? pieces : pieces + [.text(literal)]
  }

  private mutating func tag() throws -> Substring {
    guard let end = rest.firstIndex(of: "}") else {
      throw ValidationError("A '{' in --format is never closed; write '{{' for a brace.")
    }
    defer { rest = rest[rest.index(after: end)...] }
    return rest[..<end]
  }

  private mutating func piece(of tag: Substring) throws -> Piece {
    if tag.first == "?" || tag.first == "!" {
      let field = try field(tag.dropFirst())
      guard depth < TemplateLimits.mostGroups else {
        throw ValidationError(
          "More than \(TemplateLimits.mostGroups) groups lie within each other in --format.")
      }
      depth += 1
      defer { depth -= 1 }
      let inner = try pieces(untilEnd: String(tag))
      return .group(field, isNegated: tag.first == "!", inner)
    }
    let parts = tag.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count <= 1 + TemplateLimits.mostStyles else {
      throw ValidationError(
        "A field of --format takes at most \(TemplateLimits.mostStyles) styles, one after the other."
      )
    }
    let styles = try parts.dropFirst().map { name in
      guard let style = TemplateStyle(name) else {
        throw ValidationError("No style '\(name)' for --format; specify \(TemplateStyle.names).")
      }
      return style
    }
    return .field(try field(parts[0]), styles)
  }

  private func field(_ name: Substring) throws -> TemplateField<Subject> {
    guard let field = fields.first(where: { $0.name == name }) else {
      let names = fields.map(\.name).joined(separator: ", ")
      throw ValidationError("No field '\(name)' for --format; there are \(names).")
    }
    return field
  }
}

/// The subject of a template: a message, or the counts of an inbox.
protocol TemplateSubject: Sendable {
  /// The table of fields.
  static var templateFields: [TemplateField<Self>] { get }
}

extension TemplateSubject {
  /// The names of the fields in braces, for help.
  static var templateFieldNames: String {
    templateFields.map { "{\($0.name)}" }.joined(separator: ", ")
  }
}
