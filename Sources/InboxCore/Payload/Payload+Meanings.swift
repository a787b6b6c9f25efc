extension Payload {
  /// Notes that a value is unknown and what it was taken as.
  mutating func unknown<Value>(
    _ field: FieldValue, takenAs value: Value, _ name: String
  ) -> Value {
    notes.append("unknown \(field.name) \(field.excerpt) was taken as \(name)")
    return value
  }

  /// Reads a priority as a number or a name; other systems' names become the nearest of ours.
  mutating func priority(from field: FieldValue) throws(PayloadProblem) -> Field<Priority> {
    switch field.value {
    case .string(let name):
      if let priority = Priority(parsing: name) { return .set(priority) }
      let nearest = Self.otherPriorities[name.lowercased()] ?? .default
      return .set(unknown(field, takenAs: nearest, nearest.name))
    case .integer, .number:
      guard let number = try field.integer().value else { return .cleared }
      let nearest = Priority(rawValue: Int(min(max(number, 1), 5))) ?? .default
      if number == Int64(nearest.rawValue) { return .set(nearest) }
      return .set(unknown(field, takenAs: nearest, nearest.name))
    default: return try field.field("1 to 5, or a name such as high") { _ in nil }
    }
  }

  private static let otherPriorities: [String: Priority] = [
    "none": .min, "passive": .low, "normal": .default, "medium": .default, "active": .default,
    "important": .high, "time-sensitive": .high, "urgent": .max, "critical": .max,
    "emergency": .max,
  ]

  /// Reads a status; nil for null.
  mutating func status(from field: FieldValue) throws(PayloadProblem) -> Status? {
    guard let name = try field.text().value else { return nil }
    return Status(name: name) ?? unknown(field, takenAs: .unread, "unread")
  }

  /// Reads what opening does; a kind that is not known shows the message.
  mutating func tap(from field: FieldValue) throws(PayloadProblem) -> Field<TapBehavior> {
    guard let object = try field.object() else { return .cleared }
    func text(_ name: String) throws(PayloadProblem) -> String {
      try FieldValue(name: "\(field.name).\(name)", value: object[name] ?? .null).required()
    }
    switch try text("kind") {
    case "app": return .set(.app)
    case "url": return .set(.url(try text("url")))
    case "website": return .set(.website(try text("url")))
    case "thread": return .set(.thread(try text("thread")))
    default:
      let kind = FieldValue(name: "\(field.name).kind", value: object["kind"] ?? .null)
      return .set(unknown(kind, takenAs: .app, "app"))
    }
  }

  /// Reads the list of attachments; a format that is not known is a file.
  mutating func attachments(from field: FieldValue) throws(PayloadProblem) -> Field<[Attachment]> {
    guard let elements = try field.list() else { return .cleared }
    var attachments: [Attachment] = []
    for element in elements {
      let part = try element.parts()
      let format = part("format")
      var attachment = Attachment(
        name: try part("name").text().value, url: try part("url").required())
      if let name = try format.text().value {
        attachment.format =
          Attachment.Format(rawValue: name) ?? unknown(format, takenAs: .file, "file")
      }
      attachment.size = try part("size").integer().value
      attachments.append(attachment)
    }
    return .set(attachments)
  }

  /// Reads the list of actions; one without an id has its label for it.
  mutating func actions(from field: FieldValue) throws(PayloadProblem) -> Field<[MessageAction]> {
    guard let elements = try field.list() else { return .cleared }
    var actions: [MessageAction] = []
    for element in elements {
      let part = try element.parts()
      let label = try part("label").required()
      actions.append(
        MessageAction(
          id: try part("id").identifier() ?? label, label: label, url: try part("url").text().value)
      )
    }
    return .set(actions)
  }
}

extension FieldValue {
  /// Reads a text that must be there.
  func required() throws(PayloadProblem) -> String {
    guard let text = try text().value, !text.isEmpty else { throw problem(expected: "a text") }
    return text
  }

  /// Reads an object that must be there and gives its parts by name, null for missing ones.
  func parts() throws(PayloadProblem) -> (String) -> FieldValue {
    guard let object = try object() else { throw problem(expected: "an object") }
    return { FieldValue(name: "\(name).\($0)", value: object[$0] ?? .null) }
  }
}
