extension Int {
  /// A number of things, such as `1 message` or `12 messages`.
  package func counted(_ thing: String) -> String { "\(self) \(thing)\(self == 1 ? "" : "s")" }
}
