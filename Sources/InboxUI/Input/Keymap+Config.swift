import InboxCore

extension Keymap {
  private static let reserved: Set<Key> = [.control("q"), .control("s"), .control("z")]

  /// Applies what a person wrote, in order; bad entries change nothing and are returned.
  public mutating func apply(_ entries: [KeymapEntry]) -> [KeymapError] {
    var problems: [Int: [KeymapError]] = [:]
    var seen: Set<Place> = []
    for index in Self.order(of: entries) {
      let entry = entries[index]
      do throws(KeymapError) {
        let keys = try Self.keys(of: entry)
        for context in try change(entry, keys) where !seen.insert(Place(context, keys)).inserted {
          let reason = KeymapError.Reason.boundTwice(keys.name, context)
          problems[index, default: []].append(KeymapError(entry: entry, reason: reason))
        }
      } catch {
        problems[index, default: []].append(error)
      }
    }
    return entries.indices.flatMap { problems[$0] ?? [] }
  }

  /// Single keys come first: whether a sequence is clear must not depend on the order of lines.
  private static func order(of entries: [KeymapEntry]) -> [Int] {
    func isSequence(_ index: Int) -> Bool { names(of: entries[index]).count > 1 }
    return entries.indices.filter { !isSequence($0) } + entries.indices.filter(isSequence)
  }

  /// Does what an entry says; returns where.
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

  /// The contexts in which a sequence can be; in none of them it may leave open what a key means.
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

  /// The names of an entry's keys: one, or those of a sequence with blanks between them.
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
    if let command = Command(rawValue: entry.command) { return command }
    let names = Command.allCases.map(\.rawValue) + [KeymapEntry.unbind]
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

    init(_ context: InputContext, _ keys: [Key]) {
      self.context = context
      self.keys = keys
    }
  }
}
