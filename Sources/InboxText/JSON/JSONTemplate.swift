/// A template with placeholders for values of a JSON document: `{/repository/name}: {/action}`.
///
/// A placeholder is a JSON pointer (RFC 6901), in which `*` matches every element of an array.
/// Pointers separated by `|` are alternatives: the first value found is used, or a text in quotes
/// if there is none. `^/…` starts at the root of the document if the template is filled from a part
/// of it, and `header:…` is a header that came with the document. A ``Form`` before it formats the
/// value: `{ref:/ref}`. Names after `!` are left out of an object: `{fields:/labels!alertname}`. A text in quotes at either end is printed only with a value:
/// `{" by "/sender/login}`. After `?` come replacements by value or by range of numbers, and a last
/// one for all others: `{/severity?critical=5,warning=4,3}`, `{/load?0..49=2,50..100=4}`.
package struct JSONTemplate: Sendable, Hashable {
  /// A piece of the text.
  fileprivate enum Part: Sendable, Hashable {
    case text(String)
    case place(Place)
  }

  /// A placeholder.
  fileprivate struct Place: Sendable, Hashable {
    var before = ""
    var references: [Reference] = []
    var behind = ""
    /// The default text without a value.
    var constant: String?
    var replacements = Replacements()
  }

  /// The replacements of values.
  fileprivate struct Replacements: Sendable, Hashable {
    var texts: [String: String] = [:]
    var ranges: [Range] = []
    var otherwise: String?
    var isEmpty = true

    struct Range: Sendable, Hashable {
      var bounds: ClosedRange<Double>
      var text: String
    }
  }

  /// A reference to a value.
  fileprivate struct Reference: Sendable, Hashable {
    enum Origin: Sendable, Hashable {
      case part([String])
      case top([String])
      case header(String)
    }

    var origin: Origin
    var form: Form?
    /// The names that are left out of an object, or the objects whose equal values are.
    var exceptions: [Exception] = []
  }

  /// What is left out of an object.
  fileprivate enum Exception: Sendable, Hashable {
    case name(String)
    /// The values that an object at this place of the document has too.
    case equals([String])
  }

  private let parts: [Part]

  /// Parses a template.
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
    var scanner = PlaceScanner(text)
    var place = Place()
    if let quoted = try scanner.quoted() {
      // Before `|` it is an alternative like those after it.
      if scanner.rest.isEmpty || scanner.rest.first == "|" {
        place.constant = quoted
      } else {
        place.before = quoted
      }
    }
    if place.constant == nil { place.references.append(try reference(scanner.name())) }
    while scanner.skip("|") {
      if let quoted = try scanner.quoted() {
        place.constant = place.constant ?? quoted
      } else {
        place.references.append(try reference(scanner.name()))
      }
    }
    if let quoted = try scanner.quoted() { place.behind = quoted }
    if scanner.skip("?") {
      place.replacements = Replacements(scanner.rest)
    } else if !scanner.rest.isEmpty {
      throw .noPointer(String(scanner.rest))
    }
    return place
  }

  private static func reference(
    _ name: Substring, in form: Form? = nil
  ) throws(JSONTemplateError) -> Reference {
    for form in Form.allCases where name.hasPrefix("\(form):") {
      var reference = try reference(name.dropFirst(form.rawValue.count + 1), in: form)
      guard reference.form == nil else { throw .noPointer(String(name)) }
      reference.form = form
      return reference
    }
    if name.hasPrefix("header:") {
      return Reference(origin: .header(name.dropFirst(7).lowercased()))
    }
    let isTop = name.hasPrefix("^")
    let isOfObject = form == .fields || form == .values
    let words =
      isOfObject ? name.split(separator: "!", omittingEmptySubsequences: false) : [name]
    let pointer = isTop ? words[0].dropFirst() : words[0]
    guard pointer.isEmpty && isTop || pointer.hasPrefix("/") else {
      throw .noPointer(String(name))
    }
    let steps = JSONValue.steps(of: pointer)
    let exceptions = words.dropFirst().map { word in
      word.hasPrefix("^") ? Exception.equals(JSONValue.steps(of: word)) : .name(String(word))
    }
    return Reference(origin: isTop ? .top(steps) : .part(steps), exceptions: exceptions)
  }

  /// Whether it has placeholders.
  package var hasPlaces: Bool {
    parts.contains { if case .place = $0 { true } else { false } }
  }

  /// Fills the placeholders; nil if there are some and none has a value.
  ///
  /// - Parameters:
  ///   - part: The part of the document to fill it from.
  ///   - top: The whole document.
  ///   - headers: Headers by name in lower case.
  ///   - needsAll: Whether each placeholder must have a value, as in a link.
  /// - Returns: The text.
  package func text(
    from part: JSONValue, in top: JSONValue, headers: [String: String] = [:],
    needsAll: Bool = false
  ) -> String? {
    var shown = Shown()
    return text(from: part, in: top, headers: headers, needsAll: needsAll, showing: &shown)
  }

  /// The pointers of the values that a text shows whole.
  package struct Shown: Sendable, Hashable {
    /// Those of the part of the document.
    package var part: Set<String> = []
    /// Those of the whole document.
    package var top: Set<String> = []

    /// Makes an empty set.
    package init() {}

    /// Adds those of another text.
    package mutating func add(_ other: Shown) {
      part.formUnion(other.part)
      top.formUnion(other.top)
    }
  }

  /// Fills the placeholders, and adds the pointers of the values that the text shows whole.
  ///
  /// With `takesDefaults` a text of defaults alone counts.
  package func text(
    from part: JSONValue, in top: JSONValue, headers: [String: String] = [:],
    needsAll: Bool = false, takesDefaults: Bool = false, showing shown: inout Shown
  ) -> String? {
    var result = ""
    var isFilled = false
    for piece in parts {
      switch piece {
      case .text(let text): result += text
      case .place(let place):
        if let text = place.text(from: part, in: top, headers, showing: &shown) {
          result += text
          isFilled = true
        } else if let constant = place.constant {
          result += constant
          isFilled = isFilled || takesDefaults
        } else if needsAll {
          return nil
        }
      }
    }
    return hasPlaces && !isFilled ? nil : result
  }

  /// Whether it refers to values of a part of the document and all are missing.
  ///
  /// A placeholder with a replacement for all other values does not count, as it is never empty.
  package func lacksValues(
    in part: JSONValue, of top: JSONValue, headers: [String: String] = [:]
  ) -> Bool {
    let asking = parts.compactMap { piece -> Place? in
      guard case .place(let place) = piece, place.replacements.otherwise == nil, place.isOfPart
      else { return nil }
      return place
    }
    var shown = Shown()
    return !asking.isEmpty
      && asking.allSatisfy { $0.text(from: part, in: top, headers, showing: &shown) == nil }
  }
}

extension JSONTemplate.Place {
  /// Whether it refers to a value of the part of the document.
  fileprivate var isOfPart: Bool {
    references.contains { if case .part = $0.origin { true } else { false } }
  }

  fileprivate func text(
    from part: JSONValue, in top: JSONValue, _ headers: [String: String],
    showing shown: inout JSONTemplate.Shown
  ) -> String? {
    var found: String?
    for reference in references where found == nil {
      found = reference.text(from: part, in: top, headers)
      // A replacement says less than the value.
      guard found != nil, replacements.isEmpty else { continue }
      switch reference.origin {
      case .part(let steps): shown.part.formUnion(reference.pointers(steps, in: part, of: top))
      case .top(let steps): shown.top.formUnion(reference.pointers(steps, in: top, of: top))
      case .header: break
      }
    }
    let text = replacements.isEmpty ? found : replacements.text(for: found)
    return text.map { $0.isEmpty ? "" : before + $0 + behind }
  }
}

extension JSONTemplate.Reference {
  fileprivate func text(
    from part: JSONValue, in top: JSONValue, _ headers: [String: String]
  ) -> String? {
    let value: JSONValue? =
      switch origin {
      case .part(let steps): part.value(at: steps)
      case .top(let steps): top.value(at: steps)
      case .header(let name): headers[name].map(JSONValue.string)
      }
    return value.flatMap { without(exceptions, $0, in: top).text(in: form) }
  }

  private func without(
    _ exceptions: [JSONTemplate.Exception], _ value: JSONValue, in top: JSONValue
  ) -> JSONValue {
    guard !exceptions.isEmpty, case .object(var fields) = value else { return value }
    for exception in exceptions {
      switch exception {
      case .name(let name): fields[name] = nil
      case .equals(let steps):
        guard case .object(let others)? = top.value(at: steps) else { continue }
        fields = fields.filter { others[$0.key] != $0.value }
      }
    }
    return .object(fields)
  }

  /// The pointers of the texts that its text has whole.
  fileprivate func pointers(
    _ steps: [String], in value: JSONValue, of top: JSONValue
  ) -> [String] {
    guard form?.isWhole ?? true else { return [] }
    return value.places(at: steps).flatMap { place, value in
      without(exceptions, value, in: top).textPlaces(from: place, withObjects: form == .fields)
    }
  }
}

extension JSONTemplate.Replacements {
  fileprivate init(_ text: Substring) {
    isEmpty = false
    for choice in text.split(separator: ",", omittingEmptySubsequences: false) {
      let sides = choice.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard sides.count == 2 else {
        otherwise = String(choice)
        continue
      }
      texts[String(sides[0])] = String(sides[1])
      if let bounds = Self.bounds(sides[0]) {
        ranges.append(Range(bounds: bounds, text: String(sides[1])))
      }
    }
  }

  /// Parses a range such as `1..3`, or `8..` without an end; nil for other texts.
  private static func bounds(_ text: Substring) -> ClosedRange<Double>? {
    guard let dots = text.firstRange(of: "..") else { return nil }
    let (first, last) = (text[..<dots.lowerBound], text[dots.upperBound...])
    let low = first.isEmpty ? -Double.infinity : Double(first)
    let high = last.isEmpty ? Double.infinity : Double(last)
    guard let low, let high, low <= high else { return nil }
    return low...high
  }

  fileprivate func text(for value: String?) -> String? {
    guard let value else { return otherwise }
    if let text = texts[value] { return text }
    let number = ranges.isEmpty ? nil : Double(value)
    let range = number.flatMap { number in ranges.first { $0.bounds.contains(number) } }
    return range?.text ?? otherwise
  }
}

/// A scanner of the text between the braces of a placeholder.
private struct PlaceScanner {
  fileprivate var rest: Substring

  init(_ text: Substring) {
    rest = text
  }

  /// Consumes a character if it is the next one.
  mutating func skip(_ character: Character) -> Bool {
    guard rest.first == character else { return false }
    rest.removeFirst()
    return true
  }

  /// Consumes a text in quotes; nil if there is none.
  mutating func quoted() throws(JSONTemplateError) -> String? {
    guard rest.first == "\"" else { return nil }
    guard let end = rest.dropFirst().firstIndex(of: "\"") else { throw .noPointer(String(rest)) }
    let text = rest[rest.index(after: rest.startIndex)..<end]
    rest = rest[rest.index(after: end)...]
    return String(text)
  }

  /// Consumes the name of a value.
  mutating func name() -> Substring {
    let name = rest.prefix { $0 != "|" && $0 != "?" && $0 != "\"" }
    rest = rest[name.endIndex...]
    return name
  }
}

/// A syntax error in a template.
package enum JSONTemplateError: Error, Sendable, Hashable {
  /// A placeholder is not closed.
  case notClosed
  /// A placeholder is not a pointer.
  case noPointer(String)

  /// The expected input, as a clause.
  package var message: String {
    switch self {
    case .notClosed: "a template in which each '{' has its '}'"
    case .noPointer(let name): "a pointer such as {/title}, not {\(name.printable())}"
    }
  }
}
