import InboxPayloads
import InboxText

extension NotifyCall {
  /// Leaves the actions to another daemon; their words are kept.
  mutating func leaveActions() {
    otherActions = actions.flatMap { [$0.key, $0.label] } + otherActions
    actions = []
  }

  /// Hints with pixels.
  private static let pixelHints: Set<String> = ["image-data", "image_data", "icon_data"]

  /// What the call says, for what no field of its message shows.
  func rest(beyond text: DesktopMarkup) -> JSONValue {
    let hints = hints.filter { !isShown($0.key, $0.value) }.compactMapValues(\.json)
    let shown = Set(labeledActions)
    let unlabeled = actions.filter { !shown.contains($0) }.map { action in
      JSONValue.object(["key": .string(action.key), "label": .string(action.label)])
    }
    var fields: [String: JSONValue] = [
      "app_name": .string(application), "app_icon": .string(icon), "hints": .object(hints),
      "actions": .array(unlabeled + otherActions.map(JSONValue.string)),
      "body": .array(text.unshown.map(JSONValue.string)),
    ]
    if timeout > 0 { fields["expire_timeout"] = .integer(timeout) }
    return .object(fields)
  }

  /// Whether a field shows a hint in another form, or it only serves programs.
  private func isShown(_ name: String, _ value: BusValue) -> Bool {
    switch (name, value) {
    case ("urgency", .integer(0...2)), ("value", .integer(0...100)), ("transient", .boolean),
      ("sender-pid", .integer), (Self.ownHint, _):
      true
    case ("sound-name", .text): hints["suppress-sound"]?.isTrue != true
    case (_, .structure): Self.pixelHints.contains(name)
    default: false
    }
  }
}

extension BusValue {
  /// The value as JSON; nil for bytes that are no text, and for descriptors.
  fileprivate var json: JSONValue? {
    switch self {
    case .text(let text): return .string(text)
    case .integer(let integer): return .integer(integer)
    case .number(let number): return number.isFinite ? .number(number) : .string("\(number)")
    case .boolean(let value): return .bool(value)
    case .bytes(let bytes, _):
      // A text of C ends in a NUL.
      let text = String(validating: bytes.last == 0 ? bytes.dropLast() : bytes[...], as: UTF8.self)
      let isText = text?.unicodeScalars.allSatisfy {
        $0.properties.generalCategory != .control || $0 == "\n" || $0 == "\t"
      }
      return isText == true ? text.map(JSONValue.string) : nil
    case .list(let values), .structure(let values): return .array(values.compactMap(\.json))
    case .dictionary(let entries): return .object(entries.compactMapValues(\.json))
    case .other: return nil
    }
  }
}
