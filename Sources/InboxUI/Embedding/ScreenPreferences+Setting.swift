import InboxTOML

extension ScreenPreferences {
  /// The names of the settings in a configuration.
  static let settingNames = rows.map { "\($0.path)" }

  /// The completions of `:set`: names, then the values of the named setting.
  static func settingTexts(for typed: String) -> [String] {
    let name = typed.prefix { $0 != "=" }
    guard name.count < typed.count, let row = rows.first(where: { "\($0.path)" == name }) else {
      return settingNames.map { $0 + "=" }
    }
    return row.choices.map { "\(name)=\($0)" }
  }

  /// Changes a setting until the configuration is reloaded.
  ///
  /// - Parameters:
  ///   - name: The name of the setting in a configuration.
  ///   - value: The value, a string with or without quotes; `on` and `off` are true and false.
  /// - Returns: The error; nil if it was set.
  package mutating func set(_ name: String, to value: String) -> String? {
    var problem: TOMLError?
    // Other rows would reset what the text does not name, such as the tabs.
    let table = TOMLTable(Self.rows.filter { "\($0.path)" == name })
    let flag = ["on": "true", "off": "false"][value]
    for text in [value, TOMLText.string(value), flag].compactMap(\.self) {
      var reader = TOMLReader(TOMLDocument("\(name) = \(text)\n"))
      var changed = self
      table.read(&reader, into: &changed)
      guard let error = reader.errors.first else {
        self = changed
        return nil
      }
      if Self.rank(error) < problem.map(Self.rank) ?? .max { problem = error }
    }
    return problem?.message
  }

  /// The rank of an error; the lowest is the most helpful: value, type, syntax.
  private static func rank(_ error: TOMLError) -> Int {
    switch error.kind {
    case .syntax, .restUnread: 2
    case .wrongType: 1
    default: 0
    }
  }
}
