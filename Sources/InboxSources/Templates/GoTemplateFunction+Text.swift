import Foundation
import InboxText

/// Functions of texts.
extension GoTemplateFunction {
  static let texts: [String: Function] = [
    "trim": Function(1) { .string(try $0.text(0).trimmingCharacters(in: .whitespacesAndNewlines)) },
    "trimAll": Function(2) {
      .string(try $0.text(1).trimmingCharacters(in: .init(charactersIn: $0.text(0))))
    },
    "trimSuffix": Function(2) { arguments in
      let (end, text) = (try arguments.text(0), try arguments.text(1))
      return .string(text.hasSuffix(end) ? String(text.dropLast(end.count)) : text)
    },
    "trimPrefix": Function(2) { arguments in
      let (start, text) = (try arguments.text(0), try arguments.text(1))
      return .string(text.hasPrefix(start) ? String(text.dropFirst(start.count)) : text)
    },
    "upper": Function(1) { .string(try $0.text(0).uppercased()) },
    "lower": Function(1) { .string(try $0.text(0).lowercased()) },
    "title": Function(1) { .string(titled(try $0.text(0))) },
    "repeat": Function(2) { arguments in
      let (count, text) = (max(0, try arguments.integer(0)), try arguments.text(1))
      try arguments.check(size: text.utf8.count, times: count)
      return .string(text.isEmpty ? "" : String(repeating: text, count: count))
    },
    "substr": Function(3) { arguments in
      let (start, end) = (try arguments.integer(0), try arguments.integer(1))
      let text = try arguments.text(2)
      let rest = text.dropFirst(max(0, start))
      return .string(String(end < 0 ? rest : rest.prefix(max(0, end - max(0, start)))))
    },
    "trunc": Function(2) { arguments in
      let (count, text) = (try arguments.integer(0), try arguments.text(1))
      return .string(
        String(count < 0 ? text.suffix(Int(clamping: count.magnitude)) : text.prefix(count)))
    },
    "contains": Function(2) { .bool(try $0.text(1).contains(try $0.text(0))) },
    "hasPrefix": Function(2) { .bool(try $0.text(1).hasPrefix(try $0.text(0))) },
    "hasSuffix": Function(2) { .bool(try $0.text(1).hasSuffix(try $0.text(0))) },
    "replace": Function(3) { arguments in
      let (old, new) = (try arguments.text(0), try arguments.text(1))
      let text = try arguments.text(2)
      guard !old.isEmpty else { return .string(text) }
      try arguments.check(size: text.utf8.count / old.utf8.count + 1, times: new.utf8.count)
      return .string(text.replacing(old, with: new))
    },
    "quote": Function(some) { try $0.wrapped { JSONValue.string($0).json } },
    "squote": Function(some) { try $0.wrapped { "'\($0)'" } },
    "plural": Function(3) { try $0.integer(2) == 1 ? $0[0] : $0[1] },
    "toString": Function(1) { .string(try $0.text(0)) },
    "b64enc": Function(1) { .string(Data(try $0.text(0).utf8).base64EncodedString()) },
    "b64dec": Function(1) { .string(Base64.text(try $0.text(0)) ?? "") },
    "base": Function(1) { .string((try $0.text(0) as NSString).lastPathComponent) },
    "dir": Function(1) { .string((try $0.text(0) as NSString).deletingLastPathComponent) },
    "urlquery": Function(1) { arguments in
      let text = try arguments.text(0)
      return .string(text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? text)
    },
    "cat": Function(some) { .string(try $0.joined(by: " ")) },
    "print": Function(0...1_000) { .string(try $0.joined(by: "")) },
    "println": Function(0...1_000) { .string(try $0.joined(by: " ") + "\n") },
    "printf": Function(some) { .string(try GoTemplateFormat.text($0)) },
    "indent": Function(2) { .string(try $0.indented()) },
    "nindent": Function(2) { .string("\n" + (try $0.indented())) },
    "toJson": json, "toJSON": json, "toRawJson": json, "toRawJSON": json, "toPrettyJson": json,
    "toPrettyJSON": json, "fromJson": fromJSON, "fromJSON": fromJSON,
  ]

  private static let json = Function(1) { arguments in
    // Checks the size before writing.
    _ = try arguments[0].goText()
    return .string(arguments[0].json)
  }

  private static let fromJSON = Function(1) {
    (try? JSONValue(json: try $0.text(0), maximumDepth: 64)) ?? .string("")
  }

  /// The text with each word capitalized.
  private static func titled(_ text: String) -> String {
    var isFirst = true
    var titled = ""
    for character in text {
      titled += isFirst ? character.uppercased() : String(character)
      isFirst = character.isWhitespace
    }
    return titled
  }
}

extension GoTemplateArguments {
  /// All arguments as texts, joined by a separator.
  fileprivate func joined(by separator: String) throws(GoTemplateError) -> String {
    var text = ""
    for index in values.indices {
      text += (index > 0 ? separator : "") + (try self.text(index))
      try check(size: text.utf8.count)
    }
    return text
  }

  fileprivate func wrapped(_ wrap: (String) -> String) throws(GoTemplateError) -> JSONValue {
    var texts: [String] = []
    for index in values.indices where values[index] != .null { texts.append(wrap(try text(index))) }
    return .string(texts.joined(separator: " "))
  }

  /// The last argument with each line indented.
  fileprivate func indented() throws(GoTemplateError) -> String {
    let (width, text) = (max(0, try integer(0)), try text(1))
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    try check(size: width, times: lines.count)
    return lines.map { String(repeating: " ", count: width) + $0 }.joined(separator: "\n")
  }
}

/// Format verbs: `%s`, `%v`, `%q`, `%d`, `%x`, `%f`, `%t`, with width and precision.
enum GoTemplateFormat {
  /// The smallest width or precision that is refused.
  private static let tooWide = 1_000

  /// The text that `printf` makes of its arguments.
  static func text(_ arguments: GoTemplateArguments) throws(GoTemplateError) -> String {
    var rest = try arguments.text(0)[...]
    var values = arguments.values.dropFirst()
    var text = ""
    while let percent = rest.firstIndex(of: "%") {
      text += rest[..<percent]
      rest = rest[percent...].dropFirst()
      let flags = rest.prefix { "-+# 0".contains($0) }
      rest = rest.dropFirst(flags.count)
      let width = try number(in: &rest)
      var places: Int?
      if rest.first == "." {
        rest = rest.dropFirst()
        places = try number(in: &rest) ?? 0
      }
      guard let verb = rest.popFirst() else { throw .failed("printf ends in a %") }
      if verb == "%" {
        text += "%"
        continue
      }
      guard let value = values.popFirst() else { throw .failed("printf has too few arguments") }
      let written = try Self.written(value, verb, places)
      text += padded(written, to: width ?? 0, flags)
      try arguments.check(size: text.utf8.count)
    }
    return text + rest
  }

  private static func number(in rest: inout Substring) throws(GoTemplateError) -> Int? {
    let digits = rest.prefix { $0.isASCII && $0.isNumber }
    rest = rest.dropFirst(digits.count)
    guard !digits.isEmpty else { return nil }
    guard let number = Int(digits), number < tooWide else {
      throw .failed("printf takes widths below \(tooWide)")
    }
    return number
  }

  private static func written(
    _ value: JSONValue, _ verb: Character, _ places: Int?
  ) throws(GoTemplateError) -> String {
    switch verb {
    case "s", "v", "t":
      let text = try value.goText()
      return places.map { String(text.prefix($0)) } ?? text
    case "q": return JSONValue.string(try value.goText()).json
    case "d":
      guard let number = value.goInteger else { throw .failed("%d takes a number") }
      return String(number)
    case "x":
      guard let number = value.goInteger else { throw .failed("%x takes a number") }
      return String(number, radix: 16)
    case "f", "g", "e":
      guard let number = value.goNumber else { throw .failed("%\(verb) takes a number") }
      return String(format: "%.*\(verb)", places ?? 6, number)
    default: throw .failed("printf knows no %\(verb)")
    }
  }

  private static func padded(_ text: String, to width: Int, _ flags: Substring) -> String {
    let missing = width - text.count
    guard missing > 0 else { return text }
    if flags.contains("-") { return text + String(repeating: " ", count: missing) }
    let isNumber = text.first.map { $0.isNumber || $0 == "-" } ?? false
    guard flags.contains("0"), isNumber else {
      return String(repeating: " ", count: missing) + text
    }
    let sign = text.prefix { $0 == "-" }
    return sign + String(repeating: "0", count: missing) + text.dropFirst(sign.count)
  }
}
