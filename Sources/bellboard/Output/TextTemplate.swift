import ArgumentParser
import Foundation
import InboxCore
import InboxUI

/// A line to print for a thing: text with field names in braces.
///
/// `{title}` is a field, `{title:json}` the same for use within JSON. What stands between
/// `{?answer}` and `{/}` is printed where the field says something, after `{!answer}` where not.
struct TextTemplate<Subject: TemplateSubject>: Sendable {
  /// A piece of a template.
  indirect enum Piece: Sendable {
    case text(String)
    case field(TemplateField<Subject>, [TemplateStyle])
    /// Printed where the field says something, or only where it does not.
    case group(TemplateField<Subject>, isNegated: Bool, [Piece])
  }

  private let pieces: [Piece]

  /// Reads a template; `{{` and `}}` stand for braces, `\n` and `\t` for what they always do.
  ///
  /// - Throws: `ValidationError` that names the field that there is not.
  init(parsing text: String) throws {
    var parser = TemplateParser(text, fields: Subject.templateFields)
    pieces = try parser.pieces(untilEnd: nil)
  }

  /// The line for a thing, text from outside made printable.
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
