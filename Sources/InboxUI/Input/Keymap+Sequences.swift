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
  /// What the keys mean in a context; no key is both a command and a beginning.
  func meaning(of keys: [Key], in context: InputContext) -> KeyMeaning {
    if keys.count == 1, let command = command(for: keys[0], in: context) {
      return .command(command)
    }
    guard let known = sequences[context] else { return .nothing }
    if let command = known[keys] { return .command(command) }
    return known.keys.contains { $0.starts(with: keys) } ? .beginning : .nothing
  }

  /// The sequences that begin with the keys: what is left of each, and what it means.
  func endings(of keys: [Key], in context: InputContext) -> [(keys: [Key], command: Command)] {
    (sequences[context] ?? [:]).filter { $0.key.starts(with: keys) }
      .map { (Array($0.key.dropFirst(keys.count)), $0.value) }
      .sorted { $0.keys.name < $1.keys.name }
  }

  /// Binds keys pressed one after the other.
  public mutating func bind(_ keys: [Key], to command: Command, in context: InputContext) {
    if keys.count == 1 { return bind(keys[0], to: command, in: context) }
    sequences[context, default: [:]][keys] = command
  }

  /// Takes the meaning of one or several keys away; returns whether they had one.
  @discardableResult
  public mutating func unbind(_ keys: [Key], in context: InputContext) -> Bool {
    if keys.count == 1 { return unbind(keys[0], in: context) }
    return sequences[context]?.removeValue(forKey: keys) != nil
  }

  /// The name of what is bound already, and with which it would be unclear what a key means.
  func collision(of keys: [Key], in context: InputContext) -> String? {
    if keys.count > 1, command(for: keys[0], in: context) != nil { return keys[0].name }
    let others = (sequences[context] ?? [:]).keys.filter { $0 != keys }
    return others.first { $0.starts(with: keys) || keys.starts(with: $0) }?.name
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
