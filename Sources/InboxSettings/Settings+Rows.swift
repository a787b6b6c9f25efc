import InboxTOML

/// Rows of the common kinds, which take type and default from the setting that they are for.
extension Settings.Row {
  /// A setting that is true or false.
  static func flag(
    _ path: TOMLPath, _ setting: any WritableKeyPath<Settings, Bool> & Sendable, _ summary: String
  ) -> Self {
    Self(
      path: path, type: "boolean", defaultValue: "\(Settings()[keyPath: setting])", summary: summary
    ) { reader, path, settings in
      if let value = reader.boolean(at: path) { settings[keyPath: setting] = value }
    }
  }

  /// A setting that is a whole number.
  static func integer(
    _ path: TOMLPath, _ setting: any WritableKeyPath<Settings, Int> & Sendable,
    in range: ClosedRange<Int>, _ summary: String
  ) -> Self {
    Self(
      path: path, type: "integer", defaultValue: "\(Settings()[keyPath: setting])", summary: summary
    ) { reader, path, settings in
      if let value = reader.integer(at: path, in: range) { settings[keyPath: setting] = value }
    }
  }

  /// A setting that is one of the values of a type.
  static func choice<Value: RawRepresentable<String> & CaseIterable & Sendable>(
    _ path: TOMLPath, _ setting: any WritableKeyPath<Settings, Value> & Sendable, _ summary: String
  ) -> Self {
    Self(
      path: path, type: names(of: Value.self),
      defaultValue: "\"\(Settings()[keyPath: setting].rawValue)\"", summary: summary
    ) { reader, path, settings in
      if let value = reader.choice(at: path, of: Value.self) { settings[keyPath: setting] = value }
    }
  }

  /// The names of all values of a type.
  static func names<Value: RawRepresentable<String> & CaseIterable>(of: Value.Type) -> String {
    Value.allCases.map(\.rawValue).joined(separator: ", ")
  }
}
