/// The key bindings of each context.
///
/// A binding maps a sequence of keys, most often of one key, to a command. A later binding of the
/// same sequence replaces the earlier one.
package struct Keymap: Sendable, Hashable {
  /// The binding of each sequence.
  private var bindings: [InputContext: [[Key]: KeyBinding]] = [:]
  /// The bindings with which the preset began.
  private var preset: [InputContext: [[Key]: KeyBinding]] = [:]
  /// Why keys that users of the preset's program expect mean nothing.
  private var reasons: [InputContext: [[Key]: String]] = [:]

  /// Makes a keymap without bindings.
  package init() {}

  /// The default bindings.
  package static let `default`: Keymap = {
    var keymap = Keymap()
    for info in CommandInfo.table {
      for context in info.contexts {
        for name in info.keys(in: context) {
          guard let keys = [Key](sequence: name) else { continue }
          keymap.bind(keys, to: .command(info.command), in: context)
        }
      }
    }
    return keymap
  }()

  /// The command that `key` alone is bound to in `context`, if any.
  package func command(for key: Key, in context: InputContext) -> Command? {
    guard case .command(let command) = bindings[context]?[[key]] else { return nil }
    return command
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
    let bound = (bindings[context] ?? [:]).compactMap {
      $0.value == .command(command) ? $0.key : nil
    }
    let defaults = (command.info?.keys(in: context) ?? []).compactMap([Key].init(sequence:))
    let others = bound.filter { !defaults.contains($0) }.sorted { $0.name < $1.name }
    return defaults.filter(bound.contains) + others.filter { $0.count == 1 }
      + others.filter { $0.count > 1 }
  }

  /// The sequences that stand for lines, programs or chains, with what they do.
  package func lineRows(
    in context: InputContext
  ) -> [(keys: String, text: String, isOfPreset: Bool)] {
    (bindings[context] ?? [:]).compactMap { keys, binding in
      if case .command = binding { return nil }
      return (keys.name, binding.text, preset[context]?[keys] == binding)
    }.sorted { $0.keys < $1.keys }
  }

  /// Takes the bindings for those of a preset, which are nobody's own.
  ///
  /// - Parameter reasons: Why keys that its users expect mean nothing here.
  mutating func becomePreset(explaining reasons: [InputContext: [[Key]: String]] = [:]) {
    self.reasons = reasons
    preset = bindings.mapValues { $0.filter { if case .command = $1 { false } else { true } } }
      .filter { !$0.value.isEmpty }
  }

  /// Why keys without a meaning have none, where users of the preset's program expect one.
  func reason(forMissing keys: [Key], in context: InputContext) -> String? {
    reasons[context]?[keys]
  }

  /// Binds a sequence of keys to a command, replacing an earlier binding.
  package mutating func bind(_ keys: [Key], to command: Command, in context: InputContext) {
    bind(keys, to: .command(command), in: context)
  }

  /// Binds a sequence of keys, replacing an earlier binding.
  package mutating func bind(_ keys: [Key], to binding: KeyBinding, in context: InputContext) {
    bindings[context, default: [:]][keys] = binding
  }

  /// Removes a binding; returns whether there was one.
  @discardableResult
  package mutating func unbind(_ keys: [Key], in context: InputContext) -> Bool {
    bindings[context]?.removeValue(forKey: keys) != nil
  }
}

/// The meaning of the keys pressed so far.
enum KeyMeaning: Sendable, Hashable {
  /// They are bound.
  case bound(KeyBinding)
  /// They are the beginning of longer sequences.
  case beginning
  /// They are not bound.
  case nothing
}

extension Keymap {
  /// The meaning of keys in a context; no sequence is both a command and a beginning.
  func meaning(of keys: [Key], in context: InputContext) -> KeyMeaning {
    guard let known = bindings[context] else { return .nothing }
    if let binding = known[keys] { return .bound(binding) }
    return known.keys.contains { $0.starts(with: keys) } ? .beginning : .nothing
  }

  /// The rest of each sequence that begins with the keys, with its binding.
  func endings(of keys: [Key], in context: InputContext) -> [(keys: [Key], binding: KeyBinding)] {
    (bindings[context] ?? [:]).filter { $0.key.starts(with: keys) }
      .map { (Array($0.key.dropFirst(keys.count)), $0.value) }
      .sorted { $0.keys.name < $1.keys.name }
  }

  /// Whether a key is an operator, such as the `d` of `d d`: all that begins with it acts on
  /// messages, and pressed twice it is bound.
  func isOperator(_ keys: [Key], in context: InputContext) -> Bool {
    guard keys.count == 1, meaning(of: keys, in: context) == .beginning,
      case .bound = meaning(of: keys + keys, in: context)
    else { return false }
    return endings(of: keys, in: context).allSatisfy { ending in
      if case .command(.acting) = ending.binding { true } else { false }
    }
  }

  /// The bound sequences that are a prefix of the keys, or the other way round.
  func collisions(of keys: [Key], in context: InputContext) -> [[Key]] {
    let others = (bindings[context] ?? [:]).keys.filter { $0 != keys }
    return others.filter { $0.starts(with: keys) || keys.starts(with: $0) }
  }

  /// Removes a binding, else all sequences that begin with the keys; false where there are none.
  mutating func unbindAll(from keys: [Key], in context: InputContext) -> Bool {
    if unbind(keys, in: context) { return true }
    let longer = (bindings[context] ?? [:]).keys.filter { $0.starts(with: keys) }
    for sequence in longer { unbind(sequence, in: context) }
    return !longer.isEmpty
  }
}

extension [Key] {
  /// The names of the keys, such as `g g`.
  var name: String { map(\.name).joined(separator: " ") }

  /// Parses names of keys with blanks between them; nil when one of them is unknown.
  init?(sequence names: String) {
    // Most sequences are of one key.
    let names =
      names.utf8.contains(UInt8(ascii: " "))
      ? names.split(separator: " ").map(String.init) : [names]
    let keys = names.compactMap { try? Key(name: $0) }
    guard !keys.isEmpty, keys.count == names.count else { return nil }
    self = keys
  }
}

extension InputContext {
  /// Whether sequences of keys can be bound there.
  var takesSequences: Bool { ![.prompt, .menu, .confirm].contains(self) }
}
