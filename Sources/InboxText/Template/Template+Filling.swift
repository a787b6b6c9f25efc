/// What a template names the values of.
package protocol TemplateValues {
  /// The value at the steps of a name; nil if there is none.
  func value(at steps: [String]) -> JSONValue?
}

extension JSONValue: TemplateValues {}

/// Filling for output.
extension Template {
  /// The text for a subject; its values are made printable.
  package func text(of subject: some TemplateValues) -> String {
    var filling = Filling(subject: TemplateSubject(part: subject, top: subject), isOutput: true)
    _ = filling.add(pieces)
    return filling.result
  }
}

extension Template.Place {
  /// The text for a subject, as it is unless it has styles; empty if there is no value.
  package func text(of subject: some TemplateValues) -> String {
    var shown = Template.Shown()
    let text = text(of: .init(part: subject, top: subject), showing: &shown) ?? constant ?? ""
    return styles.isEmpty ? text : TemplateStyle.apply(styles, to: text)
  }
}

extension Template.Condition {
  /// Whether a subject meets it.
  package func isMet(by subject: some TemplateValues) -> Bool {
    TemplateSubject(part: subject, top: subject).meets(self)
  }
}

/// Filling from JSON documents.
extension Template {
  /// Fills the values in; nil if there are some and none has a text.
  ///
  /// - Parameters:
  ///   - part: The part of the document to fill it from.
  ///   - top: The whole document.
  ///   - headers: Headers by name in lower case.
  ///   - needsAll: Whether each place must have a value, as in a link.
  /// - Returns: The text.
  package func text(
    from part: JSONValue, in top: JSONValue, headers: [String: String] = [:],
    needsAll: Bool = false
  ) -> String? {
    filled(from: part, in: top, headers: headers, needsAll: needsAll)?.text
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

  /// Fills the values in, with the pointers of those that the text shows whole.
  ///
  /// With `takesDefaults` a text of defaults alone counts. `clean` removes what must not be shown from
  /// the value that a template names.
  package func filled(
    from part: JSONValue, in top: JSONValue, headers: [String: String] = [:],
    needsAll: Bool = false, takesDefaults: Bool = false,
    cleaning clean: @escaping (JSONValue) -> JSONValue = { $0 }
  ) -> (text: String, shown: Shown)? {
    var filling = Filling(
      subject: TemplateSubject(part: part, top: top, headers: headers, clean: clean),
      needsAll: needsAll, takesDefaults: takesDefaults)
    guard filling.add(pieces), !hasPlaces || filling.isFilled else { return nil }
    return (filling.result, filling.shown)
  }

  /// A text that is being filled from a document.
  private struct Filling {
    let subject: TemplateSubject
    /// Whether values are made printable, in their styles.
    var isOutput = false
    var needsAll = false
    var takesDefaults = false
    var shown = Shown()
    var result = ""
    var isFilled = false

    /// Adds pieces; false if a value is missing that is needed.
    mutating func add(_ pieces: [Piece]) -> Bool {
      for piece in pieces {
        switch piece {
        case .text(let text): result += text
        case .group(let condition, let inner):
          guard subject.meets(condition) else { continue }
          isFilled = isFilled || !condition.isNegated
          guard add(inner) else { return false }
        case .place(let place):
          let found = place.text(of: subject, showing: &shown)
          // A style may print something for an empty text, such as quotes.
          guard let text = found ?? place.constant ?? (isOutput ? "" : nil) else {
            if needsAll { return false }
            continue
          }
          result += isOutput ? TemplateStyle.apply(place.styles, to: text) : text
          isFilled = isFilled || found != nil || takesDefaults
        }
      }
      return true
    }
  }

  /// Whether it refers to values of a part of the document and all are missing.
  ///
  /// A place with a default, or a replacement for all other values, does not count: it is never empty.
  package func lacksValues(
    in part: JSONValue, of top: JSONValue, headers: [String: String] = [:]
  ) -> Bool {
    let subject = TemplateSubject(part: part, top: top, headers: headers)
    var shown = Shown()
    var isAsking = false
    for case .place(let place) in pieces
    where place.replacements?.otherwise == nil && place.constant == nil && place.isOfPart {
      if place.text(of: subject, showing: &shown) != nil { return false }
      isAsking = true
    }
    return isAsking
  }
}

/// What a template is filled from.
private struct TemplateSubject {
  var part: any TemplateValues
  var top: any TemplateValues
  var headers: [String: String] = [:]
  var clean: (JSONValue) -> JSONValue = { $0 }

  func value(of reference: Template.Reference) -> JSONValue? {
    let value: JSONValue? =
      switch reference.origin {
      case .part(let steps): part.value(at: steps)
      case .top(let steps): top.value(at: steps)
      case .header(let name): headers[name].map(JSONValue.string)
      }
    return value.map { clean(reference.without($0, in: top)) }
  }

  /// The values that say nothing.
  private static let empty: [JSONValue?] = [
    nil, .null, .bool(false), .integer(0), .number(0), .string(""), .array([]), .object([:]),
  ]

  /// Whether there is a value that says something, a text, a number other than 0 or true, or none.
  func meets(_ condition: Template.Condition) -> Bool {
    Self.empty.contains(value(of: condition.reference)) == condition.isNegated
  }
}

extension Template.Place {
  /// Whether it refers to a value of the part of the document.
  fileprivate var isOfPart: Bool {
    references.contains { if case .part = $0.origin { true } else { false } }
  }

  fileprivate func text(
    of subject: TemplateSubject, showing shown: inout Template.Shown
  ) -> String? {
    var found: String?
    for reference in references where found == nil {
      found = subject.value(of: reference)?.text(in: reference.form)
      // A replacement says less than the value.
      guard found != nil, replacements == nil else { continue }
      switch reference.origin {
      case .part(let steps):
        shown.part.formUnion(reference.pointers(steps, in: subject.part, of: subject.top))
      case .top(let steps):
        shown.top.formUnion(reference.pointers(steps, in: subject.top, of: subject.top))
      case .header: break
      }
    }
    let text = if let replacements { replacements.text(for: found) } else { found }
    return text.map { $0.isEmpty ? "" : before + $0 + behind }
  }
}

extension Template.Reference {
  fileprivate func without(_ value: JSONValue, in top: any TemplateValues) -> JSONValue {
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

  /// The pointers of the texts that its text has whole; none for what is no document.
  fileprivate func pointers(
    _ steps: [String], in values: any TemplateValues, of top: any TemplateValues
  ) -> [String] {
    guard form?.isWhole ?? true, let document = values as? JSONValue else { return [] }
    return document.places(at: steps).flatMap { place, value -> [String] in
      // Of a list only the texts are shown, not its objects.
      if case .object = value, steps.contains("*"), form != .fields { return [] }
      return without(value, in: top).textPlaces(from: place, withObjects: form == .fields)
    }
  }
}

extension Template {
  /// The replacements of values.
  struct Replacements: Sendable, Hashable {
    private var texts: [String: String] = [:]
    private var ranges: [Range] = []
    private(set) var otherwise: String?

    private struct Range: Sendable, Hashable {
      var bounds: ClosedRange<Double>
      var text: String
    }

    init(_ text: Substring) {
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

    func text(for value: String?) -> String? {
      guard let value else { return otherwise }
      if let text = texts[value] { return text }
      let number = ranges.isEmpty ? nil : Double(value)
      let range = number.flatMap { number in ranges.first { $0.bounds.contains(number) } }
      return range?.text ?? otherwise
    }
  }
}
