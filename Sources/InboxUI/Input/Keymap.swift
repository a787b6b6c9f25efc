/// Which key means which command, in each context.
///
/// A key has one command in a context: a later binding replaces the earlier one.
public struct Keymap: Sendable, Hashable {
  private var bindings: [InputContext: [Key: Command]]
  /// What several keys pressed one after the other mean.
  var sequences: [InputContext: [[Key]: Command]] = [:]

  /// A keymap without any binding.
  public init() {
    bindings = [:]
  }

  /// The default keys of the table.
  public static let standard: Keymap = {
    var keymap = Keymap()
    for info in CommandInfo.table {
      for context in info.contexts {
        for name in info.keys(in: context) {
          guard let key = try? Key(name: name) else { continue }
          keymap.bind(key, to: info.command, in: context)
        }
      }
    }
    return keymap
  }()

  /// The command that `key` means in `context`; nil when it means none.
  public func command(for key: Key, in context: InputContext) -> Command? {
    bindings[context]?[key]
  }

  /// The keys of a command in a context: its default ones in the table's order, then others.
  public func keys(for command: Command, in context: InputContext) -> [Key] {
    let bound = (bindings[context] ?? [:]).filter { $0.value == command }.keys
    let defaults = (command.info?.keys(in: context) ?? []).compactMap { try? Key(name: $0) }
    return defaults.filter(bound.contains)
      + bound.filter { !defaults.contains($0) }.sorted { $0.name < $1.name }
  }

  /// The keys of a command in some contexts, each once, those of the first context first.
  func keys(for command: Command, in contexts: [InputContext]) -> [Key] {
    var keys: [Key] = []
    for context in contexts {
      keys += self.keys(for: command, in: context).filter { !keys.contains($0) }
    }
    return keys
  }

  /// The names of what is pressed for a command in some contexts.
  func names(of command: Command, in contexts: [InputContext]) -> [String] {
    var names = keys(for: command, in: contexts).map(\.name)
    for context in contexts {
      let keys = (sequences[context] ?? [:]).filter { $0.value == command }.keys
      names += keys.map(\.name).sorted().filter { !names.contains($0) }
    }
    return names
  }

  /// Binds a key, whatever it meant before.
  public mutating func bind(_ key: Key, to command: Command, in context: InputContext) {
    bindings[context, default: [:]][key] = command
  }

  /// Takes a key's meaning away; returns whether it had one.
  @discardableResult
  public mutating func unbind(_ key: Key, in context: InputContext) -> Bool {
    bindings[context]?.removeValue(forKey: key) != nil
  }
}
