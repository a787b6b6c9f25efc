import InboxTOML

extension ScreenPreferences {
  /// The names of the settings, as a configuration has them.
  static let settingNames = rows.map { "\($0.path)" }

  /// Changes a setting until the configuration is read again.
  ///
  /// - Parameters:
  ///   - name: The setting, as a configuration names it.
  ///   - value: Its value, with or without the quotes of a text; `on` and `off` are true and false.
  /// - Returns: What is wrong with it; nil when it is set.
  mutating func set(_ name: String, to value: String) -> String? {
    var problem: String?
    let flag = ["on": "true", "off": "false"][value]
    for text in [flag, value, TOMLText.string(value)].compactMap(\.self) {
      var reader = TOMLReader(TOMLDocument("\(name) = \(text)\n"))
      var changed = self
      TOMLTable(Self.rows).read(&reader, into: &changed)
      guard let error = reader.errors.first else {
        self = changed
        return nil
      }
      problem = error.message
    }
    return problem
  }
}
