/// A text with values in braces, in one language for output, programs and webhooks: `{title}`,
/// `{/repository/name}: {/action}`.
///
/// - `{/a/b}` is a JSON pointer (RFC 6901), in which `*` matches every element of an array. `{a.b}` is
///   the same where the names of the values are known. `{^/a}` starts at the root of the document if
///   the template is filled from a part of it, and `{header:a}` is a header that came with it.
/// - `{/a|/b|"none"}` are alternatives: the first that has a value is used, else the text in quotes.
/// - `{" by "/a}`: a text in quotes at either end is printed only with a value.
/// - `{ref:/a}`: a ``Form`` before a name formats its value. Names after `!` are left out of an object:
///   `{fields:/labels!alertname}`.
/// - `{title:40:json}`: a ``TemplateStyle`` behind a name cuts or escapes the text for where it goes.
/// - `{/severity?critical=5,warning=4,3}`, `{/load?0..49=2,50..100=4}`: replacements by value or by
///   range of numbers, and a last one for all others.
/// - The text between `{?answer}` and `{/}` is printed only with a value, after `{!answer}` only without.
/// - `{{` and `}}` are braces.
package struct Template: Sendable, Hashable {
  /// A piece of the text.
  enum Piece: Sendable, Hashable {
    case text(String)
    case place(Place)
    indirect case group(Condition, [Piece])
  }

  /// What stands in one pair of braces.
  package enum Tag: Sendable, Hashable {
    case place(Place)
    /// The start of a group.
    case group(Condition)
    /// The end of a group.
    case end
  }

  /// The condition of a group: that there is a value, or that there is none.
  package struct Condition: Sendable, Hashable {
    let reference: Reference
    let isNegated: Bool
  }

  /// A place for a value.
  package struct Place: Sendable, Hashable {
    var before = ""
    var references: [Reference] = []
    var behind = ""
    /// The default text without a value.
    var constant: String?
    var replacements: Replacements?
    var styles: [TemplateStyle] = []
  }

  /// A reference to a value.
  struct Reference: Sendable, Hashable {
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
  enum Exception: Sendable, Hashable {
    case name(String)
    /// The values that an object at this place of the document has too.
    case equals([String])
  }

  let pieces: [Piece]

  /// Parses a template.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - names: The names of the values; nil for those of any JSON document, by pointers and headers.
  /// - Throws: ``TemplateError``.
  package init(_ text: String, names: [String]? = nil) throws(TemplateError) {
    var parser = TemplateParser(rest: text[...], names: names)
    pieces = try parser.pieces(untilEndOf: nil)
  }

  /// Whether it has values.
  package var hasPlaces: Bool {
    pieces.contains { if case .text = $0 { false } else { true } }
  }
}

extension Template.Tag {
  /// Parses the braces at the start of a text.
  ///
  /// - Throws: ``TemplateError``.
  package init(
    startOf text: Substring, names: [String], rest: inout Substring
  ) throws(TemplateError) {
    var parser = TemplateParser(rest: text.dropFirst(), names: names)
    self = try parser.tag()
    rest = parser.rest
  }
}

extension Template.Place {
  /// Whether it names a value.
  package var hasReferences: Bool { !references.isEmpty }

  /// The name of the value if it stands alone in the braces.
  package var name: String? {
    guard references.count == 1, case .part(let steps) = references[0].origin, steps.count == 1,
      self == Template.Place(references: [.init(origin: .part(steps))])
    else { return nil }
    return steps[0]
  }
}

/// A recursive parser of templates.
private struct TemplateParser {
  /// Maximum depth of nested groups.
  private static let mostGroups = 16

  fileprivate var rest: Substring
  fileprivate let names: [String]?
  /// The depth of groups at the current position.
  fileprivate var depth = 0

  /// Parses pieces up to the end of the group that `opener` began, or of the text.
  mutating func pieces(untilEndOf opener: Substring?) throws(TemplateError) -> [Template.Piece] {
    var pieces: [Template.Piece] = []
    var literal = ""
    func endLiteral() {
      if !literal.isEmpty { pieces.append(.text(literal)) }
      literal = ""
    }
    while let character = rest.popFirst() {
      if character == "{" || character == "}", rest.first == character {
        literal.append(rest.removeFirst())
      } else if character == "{" {
        endLiteral()
        let start = rest
        switch try tag() {
        case .place(let place): pieces.append(.place(place))
        case .group(let condition):
          guard depth < Self.mostGroups else { throw .tooManyGroups(Self.mostGroups) }
          depth += 1
          let text = start[..<rest.startIndex].dropLast()
          pieces.append(.group(condition, try self.pieces(untilEndOf: text)))
          depth -= 1
        case .end:
          guard opener != nil else { throw .strayEnd }
          return pieces
        }
      } else {
        literal.append(character)
      }
    }
    if let opener { throw .openGroup(String(opener)) }
    endLiteral()
    return pieces
  }

  /// Consumes what stands in braces, behind the first of which the parser is.
  mutating func tag() throws(TemplateError) -> Template.Tag {
    guard let end = rest.firstIndex(of: "}") else { throw .notClosed }
    let text = rest[..<end]
    rest = rest[rest.index(after: end)...]
    if text == "/" { return .end }
    guard text.first == "?" || text.first == "!" else { return .place(try place(in: text)) }
    let reference = try reference(text.dropFirst(), in: nil)
    return .group(.init(reference: reference, isNegated: text.first == "!"))
  }

  private func place(in text: Substring) throws(TemplateError) -> Template.Place {
    var scanner = PlaceScanner(rest: text)
    var place = Template.Place()
    if let quoted = try scanner.quoted() {
      // Before `|` it is an alternative like those after it.
      if scanner.rest.isEmpty || scanner.rest.first == "|" {
        place.constant = quoted
      } else {
        place.before = quoted
      }
    }
    if place.constant == nil { try add(scanner.name(), to: &place) }
    while scanner.skip("|") {
      if let quoted = try scanner.quoted() {
        place.constant = place.constant ?? quoted
      } else {
        try add(scanner.name(), to: &place)
      }
    }
    if let quoted = try scanner.quoted() { place.behind = quoted }
    if scanner.skip("?") {
      place.replacements = Template.Replacements(scanner.rest)
    } else if !scanner.rest.isEmpty {
      throw .unknownName(String(scanner.rest), names: names)
    }
    return place
  }

  /// Adds a reference with its form and styles: `words:status:20`.
  private func add(_ text: Substring, to place: inout Template.Place) throws(TemplateError) {
    var name = text
    var form: Template.Form?
    if let colon = name.firstIndex(of: ":"),
      let found = Template.Form(rawValue: String(name[..<colon]))
    {
      form = found
      name = name[colon...].dropFirst()
    }
    var styles: [TemplateStyle] = []
    while names != nil, let colon = name.lastIndex(of: ":") {
      let word = name[colon...].dropFirst()
      guard let style = TemplateStyle(word) else {
        // The name of a value in a pointer may have a colon.
        if name.hasPrefix("/") { break }
        throw .unknownStyle(String(word))
      }
      styles.insert(style, at: 0)
      name = name[..<colon]
      guard styles.count <= TemplateStyle.most else { throw .tooManyStyles }
    }
    place.styles += styles
    guard place.styles.count <= TemplateStyle.most else { throw .tooManyStyles }
    place.references.append(try reference(name, in: form))
  }

  private func reference(
    _ name: Substring, in form: Template.Form?
  ) throws(TemplateError) -> Template.Reference {
    if names == nil, name.hasPrefix("header:") {
      return .init(origin: .header(name.dropFirst(7).lowercased()), form: form)
    }
    let isTop = names == nil && name.hasPrefix("^")
    let isOfObject = form == .fields || form == .values
    let words =
      isOfObject ? name.split(separator: "!", omittingEmptySubsequences: false) : [name]
    let pointer = isTop ? words[0].dropFirst() : words[0]
    let exceptions = words.dropFirst().map { word in
      word.hasPrefix("^")
        ? Template.Exception.equals(JSONValue.steps(of: word)) : .name(String(word))
    }
    let steps: [String]
    if pointer.hasPrefix("/") || isTop && pointer.isEmpty {
      steps = JSONValue.steps(of: pointer)
    } else if names != nil {
      steps = pointer.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    } else {
      throw .unknownName(String(name), names: nil)
    }
    if let names, !names.contains(steps[0]) { throw .unknownName(String(name), names: names) }
    return .init(
      origin: isTop ? .top(steps) : .part(steps), form: form, exceptions: exceptions)
  }
}

/// A scanner of the text between the braces.
private struct PlaceScanner {
  var rest: Substring

  /// Consumes a character if it is the next one.
  mutating func skip(_ character: Character) -> Bool {
    guard rest.first == character else { return false }
    rest.removeFirst()
    return true
  }

  /// Consumes a text in quotes; nil if there is none.
  mutating func quoted() throws(TemplateError) -> String? {
    guard rest.first == "\"" else { return nil }
    guard let end = rest.dropFirst().firstIndex(of: "\"") else { throw .openQuote(String(rest)) }
    defer { rest = rest[rest.index(after: end)...] }
    return String(rest[rest.index(after: rest.startIndex)..<end])
  }

  /// Consumes the name of a value.
  mutating func name() -> Substring {
    let name = rest.prefix { $0 != "|" && $0 != "?" && $0 != "\"" }
    rest = rest[name.endIndex...]
    return name
  }
}

/// A syntax error in a template.
package enum TemplateError: Error, Sendable, Hashable, CustomStringConvertible {
  /// Braces are not closed.
  case notClosed
  /// A text in quotes is not closed.
  case openQuote(String)
  /// There is no value of this name among those that are known, or it is no pointer.
  case unknownName(String, names: [String]?)
  /// There is no such style.
  case unknownStyle(String)
  /// A value has too many styles.
  case tooManyStyles
  /// The end of a group that did not begin.
  case strayEnd
  /// A group does not end.
  case openGroup(String)
  /// More groups than so many lie within each other.
  case tooManyGroups(Int)

  /// The reason, a clause.
  package var description: String {
    switch self {
    case .notClosed: "a '{' is never closed; a brace itself is '{{', in a program '\\{'"
    case .openQuote(let text): "the quote in '{\(text.printable())}' is never closed"
    case .unknownName(let name, nil):
      "there has to be a pointer such as {/title}, not {\(name.printable())}"
    case .unknownName(let name, let names?):
      "there is no field '\(name.printable())'"
        + (NearestName.nearest(to: name, in: names).map { NearestName.hint($0) }
          ?? "; there are \(names.joined(separator: ", "))")
    case .unknownStyle(let name):
      "there is no style '\(name.printable())'; specify \(TemplateStyle.names)"
    case .tooManyStyles: "a field takes at most \(TemplateStyle.most) styles, one after the other"
    case .strayEnd: "a '{/}' has no matching '{?field}'"
    case .openGroup(let tag): "'{\(tag.printable())}' has no matching '{/}'"
    case .tooManyGroups(let most): "more than \(most) groups lie within each other"
    }
  }
}
