/// The key bindings of each context.
///
/// A binding maps a sequence of keys, most often of one key, to a command. A later binding of the
/// same sequence replaces the earlier one.
package struct Keymap: Sendable, Hashable {
  /// The command of each sequence.
  private var bindings: [InputContext: [[Key]: Command]] = [:]

  /// Makes a keymap without bindings.
  package init() {}

  /// The default bindings.
  package static let `default`: Keymap = {
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

  /// The command that `key` alone is bound to in `context`, if any.
  package func command(for key: Key, in context: InputContext) -> Command? {
    bindings[context]?[[key]]
  }

  /// The single keys of a command in a context: default keys in the order of the table, then
  /// others.
  package func keys(for command: Command, in context: InputContext) -> [Key] {
    sequences(for: command, in: context).filter { $0.count == 1 }.map { $0[0] }
  }

  /// The names of the sequences of a command in a context, single keys first.
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

  /// Binds a sequence of keys to a command, replacing an earlier binding.
  package mutating func bind(_ keys: [Key], to command: Command, in context: InputContext) {
    bindings[context, default: [:]][keys] = command
  }

  /// Removes a binding; returns whether there was one.
  @discardableResult
  package mutating func unbind(_ keys: [Key], in context: InputContext) -> Bool {
    bindings[context]?.removeValue(forKey: keys) != nil
  }
}

/// The meaning of the keys pressed so far.
enum KeyMeaning: Sendable, Hashable {
  /// They are bound to a command.
  case command(Command)
  /// They are the beginning of longer sequences.
  case beginning
  /// They are not bound.
  case nothing
}

extension Keymap {
  /// The meaning of keys in a context; no sequence is both a command and a beginning.
  func meaning(of keys: [Key], in context: InputContext) -> KeyMeaning {
    guard let known = bindings[context] else { return .nothing }
    if let command = known[keys] { return .command(command) }
    return known.keys.contains { $0.starts(with: keys) } ? .beginning : .nothing
  }

  /// The rest of each sequence that begins with the keys, with its command.
  func endings(of keys: [Key], in context: InputContext) -> [(keys: [Key], command: Command)] {
    (bindings[context] ?? [:]).filter { $0.key.starts(with: keys) }
      .map { (Array($0.key.dropFirst(keys.count)), $0.value) }
      .sorted { $0.keys.name < $1.keys.name }
  }

  /// The name of a bound sequence that is a prefix of the keys, or the other way round.
  func collision(of keys: [Key], in context: InputContext) -> String? {
    let others = (bindings[context] ?? [:]).keys.filter { $0 != keys }
    return others.filter { $0.starts(with: keys) || keys.starts(with: $0) }.map(\.name).min()
  }
}

extension [Key] {
  /// The names of the keys, such as `g g`.
  var name: String { map(\.name).joined(separator: " ") }
}

extension InputContext {
  /// Whether sequences of keys can be bound there.
  var takesSequences: Bool { ![.prompt, .menu, .confirm].contains(self) }
}
