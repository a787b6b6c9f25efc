/// The key bindings of each context.
///
/// A binding maps a key sequence, usually a single key, to an action. A later binding of the same
/// sequence replaces the earlier one.
package struct Keymap: Sendable, Hashable {
  private var bindings: [InputContext: [[Key]: KeyBinding]] = [:]
  /// The preset's bindings to lines, programs and chains, to tell them from the user's.
  private var preset: [InputContext: [[Key]: KeyBinding]] = [:]
  /// Whether unbound digits are a count before a key; else they are keys as others.
  package private(set) var countsDigits = false
  /// Why keys of the preset's original program are unbound.
  private var reasons: [InputContext: [[Key]: String]] = [:]

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

  /// The command of a single key in `context`; nil for other bindings and unbound keys.
  package func command(for key: Key, in context: InputContext) -> Command? {
    guard case .command(let command) = bindings[context]?[[key]] else { return nil }
    return command
  }

  /// The names of the sequences of a command: default keys, other single keys, then others.
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

  /// The sequences bound to lines, programs or chains, with their text.
  package func lineRows(
    in context: InputContext
  ) -> [(keys: String, text: String, isOfPreset: Bool)] {
    (bindings[context] ?? [:]).compactMap { keys, binding in
      if case .command = binding { return nil }
      return (keys.name, binding.text, preset[context]?[keys] == binding)
    }.sorted { $0.keys < $1.keys }
  }

  /// Records the bindings as those of a preset, to tell them from the user's.
  ///
  /// - Parameter reasons: Why keys of the original program are unbound.
  mutating func becomePreset(explaining reasons: [InputContext: [[Key]: String]] = [:]) {
    self.reasons = reasons
    preset = bindings.mapValues { $0.filter { if case .command = $1 { false } else { true } } }
      .filter { !$0.value.isEmpty }
  }

  /// Why keys are unbound that the preset's original program has; nil for other keys.
  func reason(forMissing keys: [Key], in context: InputContext) -> String? {
    reasons[context]?[keys]
  }

  /// Makes digits counts, as in vim; they show no tabs any more.
  package mutating func countDigits() {
    countsDigits = true
    for digit in "123456789" {
      for context in InputContext.allCases { unbind([.character(digit)], in: context) }
    }
  }

  /// Binds a key sequence, replacing its binding.
  package mutating func bind(_ keys: [Key], to binding: KeyBinding, in context: InputContext) {
    bindings[context, default: [:]][keys] = binding
  }

  /// Removes a binding; returns whether it existed.
  @discardableResult
  package mutating func unbind(_ keys: [Key], in context: InputContext) -> Bool {
    bindings[context]?.removeValue(forKey: keys) != nil
  }
}

/// The meaning of the pending keys.
enum KeyMeaning: Sendable, Hashable {
  /// A complete binding.
  case bound(KeyBinding)
  /// A prefix of longer sequences.
  case beginning
  /// Unbound keys.
  case nothing
}

extension Keymap {
  /// The meaning of keys in a context; no bound sequence is a prefix of another.
  func meaning(of keys: [Key], in context: InputContext) -> KeyMeaning {
    guard let known = bindings[context] else { return .nothing }
    if let binding = known[keys] { return .bound(binding) }
    return known.keys.contains { $0.starts(with: keys) } ? .beginning : .nothing
  }

  /// The rest of each sequence with this prefix, and its binding.
  func endings(of keys: [Key], in context: InputContext) -> [(keys: [Key], binding: KeyBinding)] {
    (bindings[context] ?? [:]).filter { $0.key.starts(with: keys) }
      .map { (Array($0.key.dropFirst(keys.count)), $0.value) }
      .sorted { $0.keys.name < $1.keys.name }
  }

  /// Whether a key is an operator, such as the `d` of `d d`: it is bound when pressed twice, and
  /// all sequences that start with it act on messages.
  func isOperator(_ keys: [Key], in context: InputContext) -> Bool {
    guard keys.count == 1, meaning(of: keys, in: context) == .beginning,
      case .bound = meaning(of: keys + keys, in: context)
    else { return false }
    return endings(of: keys, in: context).allSatisfy { ending in
      if case .command(.acting) = ending.binding { true } else { false }
    }
  }

  /// The bound sequences that are a prefix of the keys or have them as a prefix.
  func collisions(of keys: [Key], in context: InputContext) -> [[Key]] {
    let others = (bindings[context] ?? [:]).keys.filter { $0 != keys }
    return others.filter { $0.starts(with: keys) || keys.starts(with: $0) }
  }

  /// Removes a binding, else all sequences with this prefix; false if there are none.
  mutating func unbindAll(from keys: [Key], in context: InputContext) -> Bool {
    if unbind(keys, in: context) { return true }
    let longer = (bindings[context] ?? [:]).keys.filter { $0.starts(with: keys) }
    for sequence in longer { unbind(sequence, in: context) }
    return !longer.isEmpty
  }
}

extension [Key] {
  /// The key names, such as `g g`.
  var name: String { map(\.name).joined(separator: " ") }

  /// Parses key names separated by blanks; nil if one is unknown.
  init?(sequence names: String) {
    // Fast path: most sequences have one key.
    let names =
      names.utf8.contains(UInt8(ascii: " "))
      ? names.split(separator: " ").map(String.init) : [names]
    let keys = names.compactMap { try? Key(name: $0) }
    guard !keys.isEmpty, keys.count == names.count else { return nil }
    self = keys
  }
}

extension InputContext {
  /// Whether key sequences can be bound in it.
  var takesSequences: Bool { ![.prompt, .menu, .confirm].contains(self) }
}
