import InboxTOML

extension Keymap {
  private static let reserved: Set<Key> = [.control("q"), .control("s"), .control("z")]

  /// Applies what a person wrote, in order; bad entries change nothing and are returned.
  public mutating func apply(_ entries: [KeymapEntry]) -> [KeymapProblem] {
    var problems: [KeymapProblem] = []
    var seen: Set<Place> = []
    for entry in entries {
      do throws(KeymapProblem) {
        let key = try Self.key(of: entry)
        for context in try change(entry, key) where !seen.insert(Place(context, key)).inserted {
          let reason = KeymapProblem.Reason.boundTwice(key.name, context)
          problems.append(KeymapProblem(entry: entry, reason: reason))
        }
      } catch {
        problems.append(error)
      }
    }
    return problems
  }

  /// Does what an entry says; returns where.
  private mutating func change(
    _ entry: KeymapEntry, _ key: Key
  ) throws(KeymapProblem) -> [InputContext] {
    let context = try Self.context(of: entry)
    if entry.command == KeymapEntry.unbind {
      let contexts = context.map { [$0] } ?? InputContext.allCases
      let done = contexts.filter { unbind(key, in: $0) }
      if done.isEmpty { throw KeymapProblem(entry: entry, reason: .notBound(key.name)) }
      return done
    }
    let command = try Self.command(of: entry)
    let contexts = try Self.contexts(of: command, asked: context, entry)
    for context in contexts { bind(key, to: command, in: context) }
    return contexts
  }

  private static func key(of entry: KeymapEntry) throws(KeymapProblem) -> Key {
    let key: Key
    do {
      key = try Key(name: entry.key)
    } catch {
      let reason = KeymapProblem.Reason.unknownKey(entry.key, nearest: error.nearest)
      throw KeymapProblem(entry: entry, reason: reason)
    }
    guard !reserved.contains(key) else {
      throw KeymapProblem(entry: entry, reason: .reservedKey(key.name))
    }
    return key
  }

  private static func context(of entry: KeymapEntry) throws(KeymapProblem) -> InputContext? {
    guard let name = entry.context else { return nil }
    if let context = InputContext(rawValue: name) { return context }
    let nearest = NearestName.nearest(to: name, in: InputContext.allCases.map(\.rawValue))
    throw KeymapProblem(entry: entry, reason: .unknownContext(name, nearest: nearest))
  }

  private static func command(of entry: KeymapEntry) throws(KeymapProblem) -> Command {
    if let command = Command(rawValue: entry.command) { return command }
    let names = Command.allCases.map(\.rawValue) + [KeymapEntry.unbind]
    let nearest = NearestName.nearest(to: entry.command, in: names)
    throw KeymapProblem(entry: entry, reason: .unknownCommand(entry.command, nearest: nearest))
  }

  private static func contexts(
    of command: Command, asked: InputContext?, _ entry: KeymapEntry
  ) throws(KeymapProblem) -> [InputContext] {
    let all = command.info?.contexts ?? []
    guard let asked else { return all }
    guard all.contains(asked) else {
      throw KeymapProblem(entry: entry, reason: .commandNotInContext(command, asked))
    }
    return [asked]
  }

  private struct Place: Hashable {
    var context: InputContext
    var key: Key

    init(_ context: InputContext, _ key: Key) {
      self.context = context
      self.key = key
    }
  }
}
