/// What keys pressed one after the other mean so far.
enum KeyMeaning: Sendable, Hashable {
  /// They are a command.
  case command(Command)
  /// A longer sequence begins with them.
  case beginning
  /// Nothing begins with them.
  case nothing
}

extension Keymap {
  /// What the keys mean in a context; none are both a command and a beginning.
  func meaning(of keys: [Key], in context: InputContext) -> KeyMeaning {
    guard let known = bindings[context] else { return .nothing }
    if let command = known[keys] { return .command(command) }
    return known.keys.contains { $0.starts(with: keys) } ? .beginning : .nothing
  }

  /// The sequences that begin with the keys: what is left of each, and what it means.
  func endings(of keys: [Key], in context: InputContext) -> [(keys: [Key], command: Command)] {
    (bindings[context] ?? [:]).filter { $0.key.starts(with: keys) }
      .map { (Array($0.key.dropFirst(keys.count)), $0.value) }
      .sorted { $0.keys.name < $1.keys.name }
  }

  /// The name of what is bound already, and with which it would be unclear what the keys mean.
  func collision(of keys: [Key], in context: InputContext) -> String? {
    let others = (bindings[context] ?? [:]).keys.filter { $0 != keys }
    return others.filter { $0.starts(with: keys) || keys.starts(with: $0) }.map(\.name).min()
  }
}

extension [Key] {
  /// The keys as configuration and help write them, such as `g g`.
  var name: String { map(\.name).joined(separator: " ") }
}

extension InputContext {
  /// Whether keys are pressed one after the other there; elsewhere each key counts by itself.
  var takesSequences: Bool { ![.prompt, .menu, .confirm].contains(self) }
}
