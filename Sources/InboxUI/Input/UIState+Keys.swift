import Foundation
import InboxCore

extension UIState {
  /// Takes a key on a screen: a digit of a count, the letter of a bookmark, or a command's key.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - earlier: The keys of a sequence that were pressed before it.
  ///   - now: When it was pressed.
  /// - Returns: The effects of the command that is complete with it.
  mutating func pressOnScreen(_ key: Key, after earlier: [Key], at now: Date) -> [Effect] {
    if let operation = interaction.bookmarkOperation {
      interaction.bookmarkOperation = nil
      return use(key, for: operation, at: now)
    }
    if earlier.isEmpty, takeDigit(key, at: now) { return [] }
    if earlier.isEmpty, interaction.pendingCount != nil, isCancel(key) {
      interaction.pendingCount = nil
      return []
    }
    var keys = earlier + [key]
    // On a range the operator acts at once, as there is nothing to name behind it.
    if earlier.isEmpty, screen.isList, list.isGrowingRange, keymap.isOperator(keys, in: context) {
      keys += keys
    }
    let meaning = keymap.meaning(of: keys, in: context)
    if case .bound(let binding) = meaning, let count = interaction.pendingCount,
      binding.refusesCount(in: context)
    {
      interaction.pendingCount = nil
      showStatus(.noCount(count.digits, keys: keys.name), at: now)
      return []
    }
    if let digit = interaction.pendingCount?.binding, !meaning.takesCount {
      // The digit stood alone; the key is for what it leads to.
      interaction.pendingCount = nil
      interaction.typeAhead.putBack([.key(key)])
      return perform(digit, at: now)
    }
    switch meaning {
    case .bound(let binding):
      let count = interaction.pendingCount?.number
      interaction.pendingCount = nil
      return perform(binding, by: keys, count: count, at: now)
    case .beginning:
      interaction.pendingKeys = keys
      interaction.pendingCount?.beginSequence()
    case .nothing:
      if takeDigit(key, amid: earlier, at: now) { return [] }
      interaction.pendingCount = nil
      if !isCancel(key) { reportUnbound(keys, at: now) }
    }
    return []
  }

  /// Takes a key as a digit of a count; false for other keys.
  private mutating func takeDigit(_ key: Key, at now: Date) -> Bool {
    if interaction.pendingCount?.take(key) == true { return true }
    guard interaction.pendingCount == nil else { return false }
    var binding: KeyBinding?
    switch keymap.meaning(of: [key], in: context) {
    case .bound(let bound): binding = bound
    // It begins a sequence that a person has bound.
    case .beginning: return false
    case .nothing: break
    }
    interaction.pendingCount = PendingCount(key, binding: binding, at: now)
    return interaction.pendingCount != nil
  }

  /// Takes a digit within a sequence as that of a count, as in `d 3 d`; false for other keys.
  private mutating func takeDigit(_ key: Key, amid earlier: [Key], at now: Date) -> Bool {
    guard !earlier.isEmpty, keymap.isOperator(earlier, in: context) else { return false }
    if interaction.pendingCount == nil {
      interaction.pendingCount = PendingCount(key, binding: nil, at: now, isAmidSequence: true)
    } else if interaction.pendingCount?.isAmidSequence != true
      || interaction.pendingCount?.take(key) != true
    {
      return false
    }
    guard interaction.pendingCount != nil else { return false }
    interaction.pendingKeys = earlier
    return true
  }

  /// Performs the binding of a digit after which nothing was typed in time.
  mutating func endCount(at now: Date) -> [Effect] {
    guard let count = interaction.pendingCount, let binding = count.binding,
      let deadline = count.deadline,
      deadline <= now
    else { return [] }
    interaction.pendingCount = nil
    return perform(binding, at: now)
  }

  /// Whether a key gives up what was begun.
  func isCancel(_ key: Key) -> Bool {
    keymap.command(for: key, in: .prompt) == .typing(.cancel)
  }

  /// Says that keys mean nothing here.
  mutating func reportUnbound(_ keys: [Key], at now: Date) {
    let help = keymap.names(of: .screen(.help), in: context).first
    let reason = keymap.reason(forMissing: keys, in: context)
    showStatus(.unbound(keys.name, reason: reason, key: help), at: now)
  }
}

extension UIState {
  /// Performs the binding of keys, with the count that was typed before them.
  mutating func perform(
    _ binding: KeyBinding, by keys: [Key] = [], count: Int? = nil, at now: Date
  ) -> [Effect] {
    switch binding {
    case .command(.finding(.setBookmark)), .command(.finding(.goToBookmark)):
      if case .command(.finding(let command)) = binding { interaction.bookmarkOperation = command }
      interaction.pendingKeys = keys
      return []
    case .command(let command):
      return count.map { perform(command, count: $0, at: now) } ?? perform(command, at: now)
    case .line(let line): return perform(boundLine: line, at: now)
    case .pipe(let command): return useTargets(for: .pipe(command), at: now)
    case .shell(let command): return useTargets(for: .shell(command), at: now)
    case .chain(let steps):
      guard targetGroup == nil else { return refuse(at: now) }
      let targets = targets
      interaction.typeAhead.putBack(steps.map { .step($0, on: targets) })
      return []
    }
  }

  /// Performs a step of a chain on the messages for which the chain was begun.
  mutating func perform(
    step binding: KeyBinding, on targets: [ActionTarget], at now: Date
  ) -> [Effect] {
    guard binding.contexts?.contains(context) == true else {
      showStatus(.doesNothing(binding.label), at: now)
      return []
    }
    interaction.boundTargets = targets
    defer { interaction.boundTargets = nil }
    return perform(binding, at: now)
  }

  private mutating func useTargets(for purpose: FetchPurpose, at now: Date) -> [Effect] {
    guard targetGroup == nil else { return refuse(at: now) }
    let numbers = targetNumbers
    guard !numbers.isEmpty else {
      showStatus(.listEmpty, at: now)
      return []
    }
    if interaction.boundTargets != nil { interaction.chainedProgram = ChainedProgram(purpose) }
    return [.fetch(numbers, purpose)]
  }

  /// Performs a line that a key is bound to; what is wrong with it is shown in the status line.
  private mutating func perform(boundLine line: String, at now: Date) -> [Effect] {
    do throws(PromptError) {
      // Pressed again, the key of a filter shows all.
      if case .line(.filter, let argument) = try TypedCommand.parse(line, in: context(of: screen)),
        argument.text == list.filterText
      {
        return try filter(by: "", column: argument.column, at: now)
      }
      return try perform(line: line, at: now)
    } catch {
      showStatus(.badLine(line, message: error.message), at: now)
      return []
    }
  }
}

extension KeyMeaning {
  /// Whether a number before the keys is a count.
  fileprivate var takesCount: Bool {
    switch self {
    case .bound(let binding): binding.takesCount
    case .beginning: true
    case .nothing: false
    }
  }
}
