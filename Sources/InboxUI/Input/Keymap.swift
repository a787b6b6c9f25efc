/// Which keys mean which command, in each context.
///
/// Keys pressed one after the other are a sequence; most bindings are a sequence of one. What is
/// bound has one command in a context: a later binding replaces the earlier one.
public struct Keymap: Sendable, Hashable {
  /// What each sequence means.
  var bindings: [InputContext: [[Key]: Command]] = [:]

  /// A keymap without any binding.
  public init() {}

  /// The default keys of the table.
  public static let `default`: Keymap = {
    var keymap = Keymap()
    for info in CommandInfo.table {
      for context in info.contexts {
        for name in info.keys(in: context) {
          guard let key = try? Key(name: name) else { continue }
          keymap.bind([key], to: info.command, in: context)
        }
      }
    }
    return keymap
  }()

  /// The command that `key` alone means in `context`; nil when it means none.
  public func command(for key: Key, in context: InputContext) -> Command? {
    bindings[context]?[[key]]
  }

  /// The single keys of a command in a context: its default ones in the table's order, then others.
  public func keys(for command: Command, in context: InputContext) -> [Key] {
    sequences(for: command, in: context).filter { $0.count == 1 }.map { $0[0] }
  }

  /// The names of what is pressed for a command in a context, single keys first.
  func names(of command: Command, in context: InputContext) -> [String] {
    sequences(for: command, in: context).map(\.name)
  }

  private func sequences(for command: Command, in context: InputContext) -> [[Key]] {
    let bound = (bindings[context] ?? [:]).compactMap { $0.value == command ? $0.key : nil }
    let defaults = (command.info?.keys(in: context) ?? []).compactMap { try? [Key(name: $0)] }
    let others = bound.filter { !defaults.contains($0) }.sorted { $0.name < $1.name }
    return defaults.filter(bound.contains) + others.filter { $0.count == 1 }
      + others.filter { $0.count > 1 }
  }

  /// Binds keys pressed one after the other, whatever they meant before.
  public mutating func bind(_ keys: [Key], to command: Command, in context: InputContext) {
    bindings[context, default: [:]][keys] = command
  }

  /// Takes the meaning of keys away; returns whether they had one.
  @discardableResult
  public mutating func unbind(_ keys: [Key], in context: InputContext) -> Bool {
    bindings[context]?.removeValue(forKey: keys) != nil
  }
}

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
