/// A text with places that are filled from a JSON document: `{/repository/name}: {/action}`.
///
/// A place is a JSON pointer (RFC 6901). Several with `|` between them are alternatives, of which the
/// first that is there counts. `^/…` begins at the top of the document when the template is filled from
/// a part of it, and `header:…` is a header that came with it. Behind `?` stand replacements by value,
/// and a last one for all others: `{/severity?critical=5,warning=4,3}`.
package struct JSONTemplate: Sendable, Hashable {
  /// A piece of the text.
  fileprivate enum Part: Sendable, Hashable {
    case text(String)
    case place(Place)
  }

  /// A place and what may stand in it.
  fileprivate struct Place: Sendable, Hashable {
    var references: [Reference]
    var replacements: [String: String] = [:]
    var otherwise: String?
    var replaces = false
  }

  /// Where a value comes from.
  fileprivate enum Reference: Sendable, Hashable {
    case part([String])
    case top([String])
    case header(String)
  }

  private let parts: [Part]

  /// Reads a template.
  ///
  /// - Throws: ``JSONTemplateError``.
  package init(_ text: String) throws(JSONTemplateError) {
    var parts: [Part] = []
    var rest = text[...]
    while let start = rest.firstIndex(of: "{") {
      if start > rest.startIndex { parts.append(.text(String(rest[..<start]))) }
      guard let end = rest[start...].firstIndex(of: "}") else { throw .notClosed }
      parts.append(.place(try Self.place(rest[rest.index(after: start)..<end])))
      rest = rest[rest.index(after: end)...]
    }
    if !rest.isEmpty { parts.append(.text(String(rest))) }
    self.parts = parts
  }

  private static func place(_ text: Substring) throws(JSONTemplateError) -> Place {
    let halves = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    var place = Place(references: [])
    for name in halves[0].split(separator: "|", omittingEmptySubsequences: false) {
      place.references.append(try reference(name))
    }
    guard halves.count == 2 else { return place }
    place.replaces = true
    for choice in halves[1].split(separator: ",", omittingEmptySubsequences: false) {
      let sides = choice.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if sides.count == 2 {
        place.replacements[String(sides[0])] = String(sides[1])
      } else {
        place.otherwise = String(choice)
      }
    }
    return place
  }

  private static func reference(_ name: Substring) throws(JSONTemplateError) -> Reference {
    if name.hasPrefix("header:") { return .header(name.dropFirst(7).lowercased()) }
    let isTop = name.hasPrefix("^")
    let pointer = isTop ? name.dropFirst() : name
    guard pointer.isEmpty && isTop || pointer.hasPrefix("/") else {
      throw .noPointer(String(name))
    }
    let steps = JSONValue.steps(of: pointer)
    return isTop ? .top(steps) : .part(steps)
  }

  /// The text with its places filled; nil when there are places and nothing for any of them.
  ///
  /// - Parameters:
  ///   - part: The part of the document that it is filled from.
  ///   - top: The whole document.
  ///   - headers: Headers by name in small letters.
  /// - Returns: The text.
  package func text(
    from part: JSONValue, in top: JSONValue, headers: [String: String] = [:]
  ) -> String? {
    var result = ""
    var isFilled = false
    var hasPlaces = false
    for piece in parts {
      switch piece {
      case .text(let text): result += text
      case .place(let place):
        hasPlaces = true
        guard let text = place.text(from: part, in: top, headers) else { continue }
        result += text
        isFilled = true
      }
    }
    return hasPlaces && !isFilled ? nil : result
  }

  /// Whether it asks for values of a part of the document, none of which is there.
  ///
  /// A place with a replacement for all other values does not count: it says something of anything.
  package func lacksValues(
    in part: JSONValue, of top: JSONValue, headers: [String: String] = [:]
  ) -> Bool {
    let asking = parts.compactMap { piece -> Place? in
      guard case .place(let place) = piece, place.otherwise == nil, place.isOfPart else {
        return nil
      }
      return place
    }
    return !asking.isEmpty && asking.allSatisfy { $0.text(from: part, in: top, headers) == nil }
  }
}

extension JSONTemplate.Place {
  /// Whether one of its values is of a part of the document.
  fileprivate var isOfPart: Bool {
    references.contains { if case .part = $0 { true } else { false } }
  }

  fileprivate func text(
    from part: JSONValue, in top: JSONValue, _ headers: [String: String]
  ) -> String? {
    let found = references.lazy.compactMap { reference -> String? in
      switch reference {
      case .part(let steps): part.value(at: steps)?.plainText
      case .top(let steps): top.value(at: steps)?.plainText
      case .header(let name): headers[name].flatMap { $0.isEmpty ? nil : $0 }
      }
    }.first
    guard replaces else { return found }
    return found.flatMap { replacements[$0] } ?? otherwise
  }
}

extension JSONValue {
  /// The value at a JSON pointer (RFC 6901); nil when there is none or the text is no pointer.
  package func value(at pointer: String) -> JSONValue? {
    guard pointer.isEmpty || pointer.hasPrefix("/") else { return nil }
    return value(at: Self.steps(of: pointer[...]))
  }

  /// The names and places that a pointer is made of.
  fileprivate static func steps(of pointer: Substring) -> [String] {
    pointer.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map { step in
      String(step).replacing("~1", with: "/").replacing("~0", with: "~")
    }
  }

  fileprivate func value(at steps: [String]) -> JSONValue? {
    var value = self
    for step in steps {
      switch value {
      case .object(let fields):
        guard let next = fields[step] else { return nil }
        value = next
      case .array(let values):
        guard let index = Int(step), values.indices.contains(index) else { return nil }
        value = values[index]
      default: return nil
      }
    }
    return value
  }

  /// The value as a person would write it; nil for nothing, an empty text, and an object.
  fileprivate var plainText: String? {
    switch self {
    case .null, .object: return nil
    case .bool(let flag): return flag ? "true" : "false"
    case .integer(let number): return "\(number)"
    case .number(let number): return "\(number)"
    case .string(let text): return text.isEmpty ? nil : text
    case .array(let values):
      let texts = values.compactMap(\.plainText)
      return texts.isEmpty ? nil : texts.joined(separator: ", ")
    }
  }
}

/// Why a text is no template.
package enum JSONTemplateError: Error, Sendable, Hashable {
  /// A place has no end.
  case notClosed
  /// A place names nothing.
  case noPointer(String)

  /// What is wrong and what was expected, as a clause.
  package var message: String {
    switch self {
    case .notClosed: "a template in which each '{' has its '}'"
    case .noPointer(let name): "a pointer such as {/title}, not {\(name.printable())}"
    }
  }
}
