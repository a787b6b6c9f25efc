import InboxText
import InboxCore
package import InboxTOML

/// A key binding of the configuration.
package struct KeymapEntry: Sendable, Hashable {
  /// The command word that removes a binding.
  package static let unbind = "unbind"

  /// The context; nil means all contexts of the command.
  package var context: String?
  /// Name of the key, or of a sequence such as `g g`.
  package var key: String
  /// Name of the command, or ``unbind``.
  package var command: String
  /// Line in the configuration, from 1.
  package var line: Int?
  /// Column of the key in that line, from 1.
  package var column: Int?

  /// Makes an entry.
  package init(
    context: String? = nil, key: String, command: String, line: Int? = nil, column: Int? = nil
  ) {
    self.context = context
    self.key = key
    self.command = command
    self.line = line
    self.column = column
  }

  /// The entries of a table of keys, then of each table in it, which is for one context.
  package static func entries(
    _ reader: inout TOMLReader, at table: TOMLPath, context: String? = nil
  ) -> [KeymapEntry] {
    guard let value = reader.document.value(at: table) else { return [] }
    guard case .table(let nodes) = value else {
      return reader.mismatch(value, "a table", at: table) ?? []
    }
    var entries: [KeymapEntry] = []
    for key in reader.document.keys(of: table) {
      let path = table.appending(key: key)
      if context == nil, case .table = nodes[key]?.value {
        entries += Self.entries(&reader, at: path, context: key)
      } else if let command = reader.string(at: path) {
        let position = reader.document.keyPosition(of: path)
        entries.append(
          KeymapEntry(
            context: context, key: key, command: command, line: position.line,
            column: position.column))
      }
    }
    return entries
  }
}

extension Keymap {
  private static let reserved: Set<Key> = [.control("q"), .control("s"), .control("z")]

  /// Applies entries in order; returns the errors of those that change nothing.
  package mutating func apply(_ entries: [KeymapEntry]) -> [KeymapError] {
    var problems: [Int: [KeymapError]] = [:]
    var seen: Set<Place> = []
    for index in Self.order(of: entries) {
      let entry = entries[index]
      do throws(KeymapError) {
        let keys = try Self.keys(of: entry)
        for context in try change(entry, keys) {
          let place = Place(context, keys, isOfOneContext: entry.context != nil)
          guard !seen.insert(place).inserted else { continue }
          let reason = KeymapError.Reason.boundTwice(keys.name, context)
          problems[index, default: []].append(KeymapError(entry: entry, reason: reason))
        }
      } catch {
        problems[index, default: []].append(error)
      }
    }
    return entries.indices.flatMap { problems[$0] ?? [] }
  }

  /// Single keys first: the collisions of a sequence must not depend on the order of entries.
  ///
  /// Among both, those of one context last, so that they win over those of all.
  private static func order(of entries: [KeymapEntry]) -> [Int] {
    func rank(_ index: Int) -> Int {
      (names(of: entries[index]).count > 1 ? 2 : 0) + (entries[index].context == nil ? 0 : 1)
    }
    return (0..<4).flatMap { wanted in entries.indices.filter { rank($0) == wanted } }
  }

  /// Applies an entry; returns its contexts.
  private mutating func change(
    _ entry: KeymapEntry, _ keys: [Key]
  ) throws(KeymapError) -> [InputContext] {
    let context = try Self.context(of: entry)
    if entry.command == KeymapEntry.unbind {
      let contexts = context.map { [$0] } ?? InputContext.allCases
      let done = contexts.filter { unbind(keys, in: $0) }
      if done.isEmpty { throw KeymapError(entry: entry, reason: .notBound(keys.name)) }
      return done
    }
    let command = try Self.command(of: entry)
    var contexts = try Self.contexts(of: command, asked: context, entry)
    if keys.count > 1 { contexts = try clear(contexts, for: keys, entry) }
    for context in contexts { bind(keys, to: command, in: context) }
    return contexts
  }

  /// The contexts that take sequences; throws where a prefix is bound.
  private func clear(
    _ contexts: [InputContext], for keys: [Key], _ entry: KeymapEntry
  ) throws(KeymapError) -> [InputContext] {
    let screens = contexts.filter(\.takesSequences)
    guard !screens.isEmpty else {
      throw KeymapError(entry: entry, reason: .sequenceOffScreen(keys.name))
    }
    for context in screens {
      guard let other = collision(of: keys, in: context) else { continue }
      throw KeymapError(entry: entry, reason: .ambiguous(keys.name, other, context))
    }
    return screens
  }

  /// The names of the keys of an entry, separated by blanks.
  private static func names(of entry: KeymapEntry) -> [String] {
    let names = entry.key.split(separator: " ").map(String.init)
    return names.count > 1 ? names : [entry.key]
  }

  private static func keys(of entry: KeymapEntry) throws(KeymapError) -> [Key] {
    var keys: [Key] = []
    for name in names(of: entry) { keys.append(try key(named: name, of: entry)) }
    return keys
  }

  private static func key(
    named name: String, of entry: KeymapEntry
  ) throws(KeymapError) -> Key {
    let key: Key
    do {
      key = try Key(name: name)
    } catch {
      let reason = KeymapError.Reason.unknownKey(name, nearest: error.nearest)
      throw KeymapError(entry: entry, reason: reason)
    }
    guard !reserved.contains(key) else {
      throw KeymapError(entry: entry, reason: .reservedKey(key.name))
    }
    return key
  }

  private static func context(of entry: KeymapEntry) throws(KeymapError) -> InputContext? {
    guard let name = entry.context else { return nil }
    if let context = InputContext(rawValue: name) { return context }
    let nearest = NearestName.nearest(to: name, in: InputContext.allCases.map(\.rawValue))
    throw KeymapError(entry: entry, reason: .unknownContext(name, nearest: nearest))
  }

  private static func command(of entry: KeymapEntry) throws(KeymapError) -> Command {
    if let command = Command(name: entry.command) { return command }
    let names = Command.allCases.map(\.name) + [KeymapEntry.unbind]
    let nearest = NearestName.nearest(to: entry.command, in: names)
    throw KeymapError(entry: entry, reason: .unknownCommand(entry.command, nearest: nearest))
  }

  private static func contexts(
    of command: Command, asked: InputContext?, _ entry: KeymapEntry
  ) throws(KeymapError) -> [InputContext] {
    let all = command.info?.contexts ?? []
    guard let asked else { return all }
    guard all.contains(asked) else {
      throw KeymapError(entry: entry, reason: .commandNotInContext(command, asked))
    }
    return [asked]
  }

  private struct Place: Hashable {
    var context: InputContext
    var keys: [Key]
    /// Whether the entry names the context, so that it may differ from an entry for all.
    var isOfOneContext: Bool

    init(_ context: InputContext, _ keys: [Key], isOfOneContext: Bool) {
      (self.context, self.keys, self.isOfOneContext) = (context, keys, isOfOneContext)
    }
  }
}

/// An invalid key binding.
package struct KeymapError: Error, Sendable, Hashable {
  /// The reason why an entry is invalid.
  package enum Reason: Sendable, Hashable {
    /// There is no context of this name.
    case unknownContext(String, nearest: String?)
    /// There is no key of this name.
    case unknownKey(String, nearest: String?)
    /// There is no command of this name.
    case unknownCommand(String, nearest: String?)
    /// The key is reserved for the terminal.
    case reservedKey(String)
    /// The command is not available in the context.
    case commandNotInContext(Command, InputContext)
    /// The key to unbind is not bound.
    case notBound(String)
    /// A prefix of the sequence is bound, or it is a prefix of a bound one.
    case ambiguous(String, String, InputContext)
    /// The context takes single keys only.
    case sequenceOffScreen(String)
    /// Another entry binds the same key in the context.
    case boundTwice(String, InputContext)
  }

  /// The entry.
  package var entry: KeymapEntry
  /// Why it is invalid.
  package var reason: Reason

  /// Makes an error.
  package init(entry: KeymapEntry, reason: Reason) {
    self.entry = entry
    self.reason = reason
  }
}

extension KeymapError {
  /// The problem and its remedy, without the position.
  package var message: String {
    switch reason {
    case .unknownContext(let name, let nearest):
      "unknown context '\(name)'" + NearestName.hint(nearest)
        + "; known are " + InputContext.allCases.map(\.rawValue).joined(separator: ", ")
    case .unknownKey(let name, let nearest):
      "unknown key '\(name)'" + NearestName.hint(nearest)
        + "; write a character, C-x, A-x, F1 or a name such as PgDn"
    case .unknownCommand(let name, let nearest):
      "unknown command '\(name)'" + NearestName.hint(nearest)
        + "; expected a command such as \(Command.acting(.toggleRead).name)"
    case .reservedKey(let name):
      "\(name) is reserved for the terminal and cannot be bound"
    case .commandNotInContext(let command, let context):
      "\(command.name) is not available in the context \(context.rawValue)"
    case .notBound(let name):
      "\(name) is not bound"
    case .ambiguous(let name, let other, let context):
      "'\(name)' cannot be used in the context \(context.rawValue) while '\(other)' is bound"
        + "; unbind '\(other)' first or use another key"
    case .sequenceOffScreen(let name):
      "'\(name)' is a key sequence; prompts, menus and questions take single keys only"
    case .boundTwice(let name, let context):
      "\(name) is bound twice in the context \(context.rawValue); the last binding wins"
    }
  }
}
