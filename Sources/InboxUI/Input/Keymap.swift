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
