import ArgumentParser
import Foundation

/// Reads the text of a template piece by piece.
struct TemplateParser<Subject: TemplateSubject> {
  private typealias Piece = TextTemplate<Subject>.Piece

  private var rest: Substring
  private let fields: [TemplateField<Subject>]

  /// Begins to read; `\n` and `\t` are what they always are.
  init(_ text: String, fields: [TemplateField<Subject>]) {
    rest = Substring(
      text.replacingOccurrences(of: "\\n", with: "\n").replacingOccurrences(of: "\\t", with: "\t"))
    self.fields = fields
  }

  /// The pieces up to the end of the group that `opener` began, or of the text.
  ///
  /// - Throws: `ValidationError` for what cannot be read.
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
            throw ValidationError("A '{/}' in --format ends nothing; '{?field}' begins something.")
          }
          return pieces
        }
        pieces.append(try piece(of: tag))
      } else {
        literal.append(character)
      }
    }
    if let opener {
      throw ValidationError("'{\(opener)}' in --format has no '{/}' that ends it.")
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
      let inner = try pieces(untilEnd: String(tag))
      return .group(field, isNegated: tag.first == "!", inner)
    }
    let parts = tag.split(separator: ":", omittingEmptySubsequences: false)
    let styles = try parts.dropFirst().map { name in
      guard let style = TemplateStyle(name) else {
        throw ValidationError("No style '\(name)' for --format; say \(TemplateStyle.names).")
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
