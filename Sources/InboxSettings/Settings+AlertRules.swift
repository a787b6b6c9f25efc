import InboxText
internal import InboxCore
internal import InboxTOML

extension Settings {
  private static let ruleKeys = ["source", "thread", "priority", "banner", "sound", "desktop"]

  /// The tables of `[[alerts.rules]]`; one with a mistake is left out, the others stay.
  static func alertRules(_ reader: inout TOMLReader, _ path: TOMLPath) -> [AlertRule] {
    guard let node = reader.document.node(at: path) else { return [] }
    guard case .array(let elements) = node else {
      return reader.mismatch(node, "tables, each under [[\(path)]]", at: path) ?? []
    }
    return elements.indices.compactMap { index in
      let place = path.appending(index: index)
      let before = reader.problems.count
      let rule = alertRule(&reader, elements[index], at: place)
      return reader.problems.count == before ? rule : nil
    }
  }

  private static func alertRule(
    _ reader: inout TOMLReader, _ node: TOMLNode, at path: TOMLPath
  ) -> AlertRule? {
    guard case .table = node else { return reader.mismatch(node, "a table", at: path) }
    for key in reader.document.keys(of: path) where !ruleKeys.contains(key) {
      let nearest = NearestName.nearest(to: key, in: ruleKeys)
      reader.report(.unknownKey(nearest: nearest), at: path.appending(key: key))
    }
    let priority = reader.choice(at: path.appending(key: "priority"), from: Priority.names)
    return AlertRule(
      source: source(&reader, at: path.appending(key: "source")),
      thread: reader.string(at: path.appending(key: "thread")),
      priority: priority.flatMap(Priority.init(parsing:)),
      banner: reader.boolean(at: path.appending(key: "banner")),
      sound: reader.choice(at: path.appending(key: "sound"), of: Alerts.Sound.self),
      desktop: reader.choice(at: path.appending(key: "desktop"), of: Alerts.Desktop.self))
  }

  /// A path as a filter takes it; another would be kept and never match.
  private static func source(_ reader: inout TOMLReader, at path: TOMLPath) -> String? {
    guard let text = reader.string(at: path) else { return nil }
    guard SourcePattern(parsing: text) != nil else {
      let expected = SourcePattern.forms.joined(separator: " or ")
      reader.report(.badValue(text, expected: expected, nearest: nil), at: path)
      return nil
    }
    return text
  }
}
