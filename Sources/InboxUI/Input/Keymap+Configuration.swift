import InboxText
package import InboxTOML

/// A key binding in the configuration.
package struct KeymapEntry: Sendable, Hashable {
  /// The command that removes a binding.
  package static let unbind = "unbind"

  /// The context; nil for all contexts that support the commands.
  package var context: String?
  /// The name of a key, or of a sequence such as `g g`.
  package var key: String
  /// The commands in order, each a name, `:` and a line, or `|` or `!` and a program; or only
  /// ``unbind``.
  package var commands: [String]
  /// Line in the configuration, from 1.
  package var line: Int?
  /// Column of the key, from 1.
  package var column: Int?
  /// Positions of the commands, or of the empty list.
  package var places: [TOMLPosition] = []

  /// The error of the entry, or of one of its commands.
  func error(_ reason: KeymapError.Reason, step: Int? = nil) -> KeymapError {
    KeymapError(entry: self, reason: reason, step: step)
  }

  /// Whether it removes a binding.
  var isUnbinding: Bool { commands == [Self.unbind] }

  /// Reads the entries of a table of keys, then of its subtables, each for one context.
  package static func entries(
    _ reader: inout TOMLReader, at table: TOMLPath, context: String? = nil
  ) -> [KeymapEntry] {
    guard let value = reader.document.value(at: table) else { return [] }
    // A string names a preset.
    if context == nil, case .string = value { return [] }
    guard case .table(let nodes) = value else {
      return reader.mismatch(value, "a table", at: table) ?? []
    }
    var entries: [KeymapEntry] = []
    for key in reader.document.keys(of: table)
    where context != nil || key != KeymapPreset.key {
      let path = table.appending(key: key)
      if context == nil, case .table = nodes[key]?.value {
        entries += Self.entries(&reader, at: path, context: key)
      } else if let commands = Self.commands(&reader, nodes[key]?.value, at: path) {
        let position = reader.document.keyPosition(of: path)
        entries.append(
          KeymapEntry(
            context: context, key: key, commands: commands, line: position.line,
            column: position.column, places: Self.places(reader.document, commands, at: path)))
      }
    }
    return entries
  }

  private static func places(
    _ document: TOMLDocument, _ commands: [String], at path: TOMLPath
  ) -> [TOMLPosition] {
    guard case .array = document.value(at: path), !commands.isEmpty else {
      return [document.position(of: path)]
    }
    return commands.indices.map { document.position(of: path.appending(index: $0)) }
  }

  /// A single command, or a list of them.
  private static func commands(
    _ reader: inout TOMLReader, _ value: TOMLValue?, at path: TOMLPath
  ) -> [String]? {
    if case .array = value { return reader.strings(at: path) }
    return reader.string(at: path).map { [$0] }
  }
}

extension Keymap {
  /// C-z suspends the program.
  private static let reserved: Set<Key> = [.control("z")]

  /// Applies entries; returns errors and warnings, in the order of the entries.
  package mutating func apply(_ entries: [KeymapEntry]) -> [KeymapError] {
    var problems: [Int: [KeymapError]] = [:]
    var seen: Set<Place> = []
    var own: [InputContext: Set<[Key]>] = [:]
    for index in Self.order(of: entries) {
      let entry = entries[index]
      do throws(KeymapError) {
        let keys = try Self.keys(of: entry)
        var hidden: Set<[Key]> = []
        let contexts = try change(entry, keys, beside: own, hiding: &hidden)
        if !hidden.isEmpty {
          let reason = KeymapError.Reason.hides(keys.name, hidden.map(\.name).sorted())
          problems[index, default: []].append(entry.error(reason))
        }
        for context in contexts {
          if !entry.isUnbinding { own[context, default: []].insert(keys) }
          let place = Place(context: context, keys: keys, isOfOneContext: entry.context != nil)
          guard !seen.insert(place).inserted else { continue }
          problems[index, default: []].append(entry.error(.boundTwice(keys.name, context)))
        }
      } catch {
        problems[index, default: []].append(error)
      }
    }
    return entries.indices.flatMap { problems[$0] ?? [] }
  }

  /// Orders single keys before sequences, so that collisions do not depend on the file's order.
  ///
  /// In both groups, entries for one context come last and override those for all. A sequence that
  /// is only unbound comes first, before a single key could hide it.
  private static func order(of entries: [KeymapEntry]) -> [Int] {
    func rank(_ entry: KeymapEntry) -> Int {
      let isSequence = names(of: entry).count > 1
      let isGone =
        isSequence && entry.isUnbinding
        && !entries.contains { $0.key == entry.key && !$0.isUnbinding }
      return isGone ? 0 : (isSequence ? 3 : 1) + (entry.context == nil ? 0 : 1)
    }
    let ranks = entries.map(rank)
    return (0...4).flatMap { wanted in entries.indices.filter { ranks[$0] == wanted } }
  }

  /// Applies an entry; returns its contexts and adds the longer sequences that it hides.
  private mutating func change(
    _ entry: KeymapEntry, _ keys: [Key], beside own: [InputContext: Set<[Key]>],
    hiding hidden: inout Set<[Key]>
  ) throws(KeymapError) -> [InputContext] {
    let context = try Self.context(of: entry)
    if entry.isUnbinding {
      let contexts = context.map { [$0] } ?? InputContext.allCases
      let done = contexts.filter { unbindAll(from: keys, in: $0) }
      if done.isEmpty { throw entry.error(.notBound(keys.name)) }
      return done
    }
    let binding = try KeyBinding(entry)
    var contexts = try Self.contexts(of: binding, asked: context, entry)
    if keys.count > 1 {
      contexts = contexts.filter(\.takesSequences)
      guard !contexts.isEmpty else { throw entry.error(.sequenceOffScreen(keys.name)) }
    }
    for context in contexts {
      let others = try clear(context, for: keys, entry, own[context] ?? [])
      hidden.formUnion(others.filter { $0.count > keys.count })
    }
    for context in contexts { bind(keys, to: binding, in: context) }
    return contexts
  }

  /// Unbinds what collides with the keys: their prefixes, and longer sequences.
  ///
  /// - Returns: The unbound sequences.
  /// - Throws: ``KeymapError`` if another entry has bound one of them.
  private mutating func clear(
    _ context: InputContext, for keys: [Key], _ entry: KeymapEntry, _ own: Set<[Key]>
  ) throws(KeymapError) -> [[Key]] {
    let others = collisions(of: keys, in: context)
    if let other = others.filter(own.contains).map(\.name).min() {
      throw entry.error(.ambiguous(keys.name, other, context))
    }
    for other in others { unbind(other, in: context) }
    return others
  }

  /// The key names of an entry, split at blanks.
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
      let others = entry.context == nil ? [KeymapPreset.key] : []
      let nearest = error.nearest ?? NearestName.nearest(to: name, in: others)
      throw entry.error(.unknownKey(name, nearest: nearest))
    }
    guard !reserved.contains(key) else { throw entry.error(.reservedKey(key.name)) }
    return key
  }

  private static func context(of entry: KeymapEntry) throws(KeymapError) -> InputContext? {
    guard let name = entry.context else { return nil }
    if let context = InputContext(rawValue: name) { return context }
    let nearest = NearestName.nearest(to: name, in: InputContext.allCases.map(\.rawValue))
    throw entry.error(.unknownContext(name, nearest: nearest))
  }

  private static func contexts(
    of binding: KeyBinding, asked: InputContext?, _ entry: KeymapEntry
  ) throws(KeymapError) -> [InputContext] {
    let all = binding.contexts ?? []
    guard !all.isEmpty else { throw entry.error(.nowhere(binding.text), step: 0) }
    guard let asked else { return all }
    guard all.contains(asked) else {
      throw entry.error(.notInContext(binding.text, asked), step: 0)
    }
    return [asked]
  }

  private struct Place: Hashable {
    var context: InputContext
    var keys: [Key]
    /// Whether the entry names its context, and so may override an entry for all contexts.
    var isOfOneContext: Bool

  }
}
