package import InboxText

extension Payload {
  /// The name in ``custom`` under which the store keeps what a sender said and no field shows.
  package static let restName = "_rest"

  /// Keeps the texts, numbers and flags of a document that no field of this payload shows.
  ///
  /// A reader that chooses one form of a text, or a template that uses some values, calls this with
  /// all that it was given, after it has filled the fields. Values that stand whole in a field, or
  /// as a line of one, are left out; names of objects and the order of lists are kept.
  ///
  /// - Parameters:
  ///   - document: What the sender said.
  ///   - shown: Pointers of values that a field shows in another form, such as `/severity`.
  package mutating func keepRest(of document: JSONValue, shown: Set<String> = []) {
    let texts = shownTexts
    let kept = document.pruned(at: "", leavingOut: shown) { texts.contains($0) }
    guard let kept else { return }
    rest = rest.map { $0.merged(with: kept) } ?? kept
  }

  /// The texts of all fields, whole and by line.
  private var shownTexts: Set<String> {
    var texts: Set<String> = []
    func add(_ text: String?) {
      guard let text else { return }
      texts.insert(text)
      texts.formUnion(text.utf8.split { $0 == 0x0A || $0 == 0x0D }.map { String(Substring($0)) })
    }
    for text in [title.value, subtitle.value, body.value, thread.value, fold.value, resolves, id] {
      add(text)
    }
    for name in (categories.value ?? []) + (tags.value ?? []) { add(name) }
    for attachment in attachments.value ?? [] { [attachment.url, attachment.name].forEach(add) }
    for action in actions.value ?? [] { [action.label, action.url].forEach(add) }
    add(tap.value?.target)
    return texts
  }
}

extension JSONValue {
  /// The value without empty parts, without those at the pointers, and without texts that are known.
  fileprivate func pruned(
    at path: String, leavingOut pointers: Set<String>, _ isKnown: (String) -> Bool
  ) -> JSONValue? {
    guard !pointers.contains(path) else { return nil }
    switch self {
    case .null: return nil
    case .bool, .integer, .number, .decimal: return self
    case .string(let text): return text.isEmpty || isKnown(text) ? nil : self
    case .array, .object:
      let kept = mappingParts { step, part in
        part.pruned(at: path.appending(step: step), leavingOut: pointers, isKnown)
      }
      return [.array([]), .object([:])].contains(kept) ? nil : kept
    }
  }

  /// Two rests of one message: objects are joined, anything else becomes a list.
  fileprivate func merged(with other: JSONValue) -> JSONValue {
    guard case .object(let own) = self, case .object(let added) = other else {
      return .array([self, other])
    }
    return .object(own.merging(added) { $0 == $1 ? $0 : $0.merged(with: $1) })
  }

  /// A custom value of a message and the rest beside it; a value that is no object moves under `value`.
  package static func joining(_ custom: JSONValue?, _ rest: JSONValue?) -> JSONValue? {
    guard let rest else { return custom }
    var fields = custom.fields
    fields[Payload.restName] = rest
    return .object(fields)
  }
}

extension JSONValue? {
  /// The fields of an object; another value is one with the name `value`.
  var fields: [String: JSONValue] {
    switch self {
    case .object(let fields)?: fields
    case let other?: ["value": other]
    case nil: [:]
    }
  }
}
