import InboxTOML

extension ScreenPreferences {
  /// The names of the settings, as a configuration has them.
  static let settingNames = rows.map { "\($0.path)" }

  /// What the argument of `:set` can be: names while one is typed, then its values by name.
  static func settingTexts(for typed: String) -> [String] {
    let name = typed.prefix { $0 != "=" }
    guard name.count < typed.count, let row = rows.first(where: { "\($0.path)" == name }) else {
      return settingNames.map { $0 + "=" }
    }
    return row.choices.map { "\(name)=\($0)" }
  }

  /// Changes a setting until the configuration is read again.
  ///
  /// - Parameters:
  ///   - name: The setting, as a configuration names it.
  ///   - value: Its value, with or without the quotes of a text; `on` and `off` are true and false.
  /// - Returns: What is wrong with it; nil when it is set.
  mutating func set(_ name: String, to value: String) -> String? {
    var problem: TOMLError?
    let flag = ["on": "true", "off": "false"][value]
    for text in [value, TOMLText.string(value), flag].compactMap(\.self) {
      var reader = TOMLReader(TOMLDocument("\(name) = \(text)\n"))
      var changed = self
      TOMLTable(Self.rows).read(&reader, into: &changed)
      guard let error = reader.errors.first else {
        self = changed
        return nil
      }
      if Self.rank(error) < problem.map(Self.rank) ?? .max { problem = error }
    }
    return problem?.message
  }

  /// How little an error has to do with what was meant: the quotes, the type, the value.
  private static func rank(_ error: TOMLError) -> Int {
    switch error.kind {
    case .syntax, .restUnread: 2
    case .wrongType: 1
    default: 0
    }
  }
}
