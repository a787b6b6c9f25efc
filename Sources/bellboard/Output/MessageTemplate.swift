import ArgumentParser
import Foundation
import InboxCore
import InboxUI

/// A line to print for each message: text with field names in braces.
struct MessageTemplate: Sendable {
  /// A piece of a template.
  private enum Piece: Sendable {
    case text(String)
    case field(MessageField)
  }

  private let pieces: [Piece]

  /// Reads a template; `{{` and `}}` stand for braces, `\n` and `\t` for what they always do.
  ///
  /// - Throws: `ValidationError` that names the field that there is not.
  init(parsing text: String) throws {
    var pieces: [Piece] = []
    var literal = ""
    var rest = Substring(
      text.replacingOccurrences(of: "\\n", with: "\n").replacingOccurrences(of: "\\t", with: "\t"))
    while let character = rest.popFirst() {
      if (character == "{" || character == "}") && rest.first == character {
        literal.append(rest.removeFirst())
      } else if character == "{" {
        pieces.append(.text(literal))
        literal = ""
        pieces.append(.field(try Self.field(in: &rest)))
      } else {
        literal.append(character)
      }
    }
    self.pieces = pieces + [.text(literal)]
  }

  private static func field(in rest: inout Substring) throws -> MessageField {
    guard let end = rest.firstIndex(of: "}") else {
      throw ValidationError("A '{' in --format is never closed; write '{{' for a brace.")
    }
    let name = rest[..<end]
    rest = rest[rest.index(after: end)...]
    guard let field = MessageField.all.first(where: { $0.name == name }) else {
      let names = MessageField.all.map(\.name).joined(separator: ", ")
      throw ValidationError("No field '\(name)' for --format; there are \(names).")
    }
    return field
  }

  /// The line for a message, text from outside made printable.
  func text(for message: Message) -> String {
    pieces.map { piece in
      switch piece {
      case .text(let text): text
      case .field(let field): field.text(message).printable()
      }
    }.joined()
  }
}
