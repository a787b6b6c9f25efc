import InboxCore
import InboxText

/// A shell script with values of a message in braces, such as `gh pr view {url}`, in the language of
/// ``Template``; other braces are the shell's.
///
/// Text of a message is never part of the script: values become variables, quoted so that the shell
/// does not run them as code.
package struct ShellScript: Sendable, Hashable {
  /// The line as typed.
  let line: String

  init(_ line: String) {
    self.line = line
  }

  /// Maximum bytes of a variable; Linux allows 128 KiB.
  private static let longestValue = 100_000

  /// Launches the script for a message.
  func launch(for message: Message) -> Launch {
    var variables: [String: String] = [:]
    for field in Message.templateFields where field.name != "custom" {
      variables[Self.variable(field.name)] = Self.storable(field.text(of: message))
    }
    var script = ""
    var number = 0
    forEachPiece(of: message) { piece in
      switch piece {
      case .text(let text): script += text
      case .value(let place, let quote):
        number += 1
        let variable = Self.variable(place.name ?? "value_\(number)")
        variables[variable] = Self.storable(place.text(of: message))
        script += Self.expansion(of: variable, within: quote)
      case .mistake: break
      }
    }
    return .run(
      script: script, name: line, input: MessageJSON(message).text + "\n", variables: variables)
  }

  private static func expansion(of variable: String, within quote: Character?) -> String {
    let value = "${\(variable)}"
    return switch quote {
    case "\"": value
    case "'": "'\"\(value)\"'"
    default: "\"\(value)\""
    }
  }

  private static func variable(_ field: String) -> String { "MESSAGE_" + field.uppercased() }

  /// A valid value of a variable: without NUL bytes, and truncated to ``longestValue``.
  private static func storable(_ value: String) -> String {
    String(
      decoding: value.utf8.filter { $0 != 0 }.prefix(ofTextUpTo: longestValue), as: UTF8.self)
  }

  /// A piece of the line.
  private enum Piece {
    case text(String)
    case value(Template.Place, within: Character?)
    case mistake(TemplateError)
  }

  /// Parses the line, with the groups whose condition a message meets; without a message with all.
  private func forEachPiece(of message: Message?, _ body: (Piece) -> Void) {
    var quote: Character?
    var before: Character?
    var groups: [(start: Substring, isShown: Bool)] = []
    var rest = line[...]
    while let character = rest.first {
      let isShown = groups.last?.isShown ?? true
      if character == "{" {
        var end = rest
        // In `${x}` it is the shell's.
        let isOfShell = before == "$" && quote != "'"
        do throws(TemplateError) {
          let tag = try Template.Tag(startOf: rest, names: Message.fieldNames, rest: &end)
          var isTag = !isOfShell
          switch tag {
          case .place(let place) where !isOfShell && place.hasReferences:
            if isShown { body(.value(place, within: quote)) }
          case .group(let condition) where !isOfShell:
            let isMet = message.map(condition.isMet) ?? true
            groups.append((rest[..<end.startIndex], isShown && isMet))
          case .end where !isOfShell && !groups.isEmpty: groups.removeLast()
          case .place, .group, .end: isTag = false
          }
          if isTag {
            (rest, before) = (end, "}")
            continue
          }
        } catch {
          if let mistake = Self.mistake(error, at: rest, behind: before, isCode: quote == "'") {
            body(.mistake(mistake))
          }
        }
      }
      rest = rest.dropFirst()
      var text = String(character)
      if character == "\\", quote != "'", let next = rest.popFirst() { text.append(next) }
      before = text.last
      guard isShown else { continue }
      body(.text(text))
      if character == quote {
        quote = nil
      } else if quote == nil, character == "'" || character == "\"" {
        quote = character
      }
    }
    if let open = groups.last {
      body(.mistake(.openGroup(String(open.start.dropFirst().dropLast()))))
    }
  }
}

/// Mistakes in braces.
extension ShellScript {
  /// The first mistake in braces; nil if there is none.
  ///
  /// Braces of the shell and of programs are valid: `${x}`, `@{u}`, `%{x}`, and code in single
  /// quotes, where only a name close to a field's name is a mistake.
  var mistake: TemplateError? {
    var found: TemplateError?
    forEachPiece(of: nil) { piece in
      if case .mistake(let error) = piece { found = found ?? error }
    }
    return found
  }

  /// The error of the braces at the start of a text, unless they are the shell's.
  private static func mistake(
    _ error: TemplateError, at text: Substring, behind before: Character?, isCode: Bool
  ) -> TemplateError? {
    guard before.map({ !"$@%#".contains($0) }) ?? true else { return nil }
    let start = text.dropFirst().drop { $0 == "?" || $0 == "!" }
    let name = start.prefix { $0.isASCII && $0.isLowercase || $0 == "_" }
    let isField = Message.fieldNames.contains(String(name))
    switch start.dropFirst(name.count).first {
    case "}":
      let nearest = NearestName.nearest(to: String(name), in: Message.fieldNames)
      return !name.isEmpty && (nearest != nil || !isCode) ? error : nil
    case ":", "|": return isField && !isCode ? error : nil
    default: return isField && error == .notClosed ? error : nil
    }
  }
}
