import Foundation

/// The meaning of a key on a screen, together with the keys and digits before it.
enum KeyResolution {
  /// The key began or continued something, or ended it.
  case pending
  /// The letter of the bookmark that an operation waited for.
  case bookmark(Command.Finding)
  /// A binding is complete, with the count that was typed before its keys.
  case binding(KeyBinding, keys: [Key], count: Int?)
  /// A digit shows its tab at once, and may still be the beginning of a count.
  case tab(KeyBinding)
  /// A digit stood alone: its binding goes first, and the key acts on what that leads to.
  case loneDigit(KeyBinding)
  /// The keys mean nothing, or refuse the count.
  case refused(StatusText)
}

extension InteractionState {
  /// Resolves a key on a screen: a digit of a count, the letter of a bookmark, or a command's key.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - earlier: The keys of a sequence that were pressed before it.
  ///   - isOnRange: Whether the cursor extends a range, on which an operator acts at once.
  ///   - tabs: How many tabs the digits show at once.
  ///   - context: The keymap, the screen and the time.
  /// - Returns: Its meaning; digits and unfinished sequences are remembered here.
  mutating func resolve(
    _ key: Key, after earlier: [Key], isOnRange: Bool, tabs: Int, in context: PartContext
  ) -> KeyResolution {
    if let operation = bookmarkOperation {
      bookmarkOperation = nil
      return .bookmark(operation)
    }
    if earlier.isEmpty, addDigit(key, in: context) {
      guard case .command(.tabbing(let command))? = pendingCount?.binding,
        command.index.map({ $0 < tabs }) == true
      else { return .pending }
      return pendingCount?.takeBinding().map(KeyResolution.tab) ?? .pending
    }
    let isCancel = context.keymap.isCancel(key)
    if earlier.isEmpty, pendingCount != nil, isCancel {
      pendingCount = nil
      return .pending
    }
    var keys = earlier + [key]
    // There is nothing to name behind an operator on a range.
    if earlier.isEmpty, isOnRange, context.keymap.isOperator(keys, in: context.keys) {
      keys += keys
    }
    let meaning = context.keymap.meaning(of: keys, in: context.keys)
    if let refusal = refuseCount(meaning, keys: keys, in: context) { return .refused(refusal) }
    if let digit = pendingCount?.binding, !meaning.takesCount {
      pendingCount = nil
      return .loneDigit(digit)
    }
    switch meaning {
    case .bound(let binding):
      defer { pendingCount = nil }
      return .binding(binding, keys: keys, count: pendingCount?.number)
    case .beginning:
      pendingKeys = keys
      pendingCount?.beginSequence()
      return .pending
    case .nothing:
      if addDigit(key, amid: earlier, in: context) { return .pending }
      pendingCount = nil
      return isCancel ? .pending : .refused(context.unbound(keys))
    }
  }

  /// Ends the wait behind a digit after which nothing was typed in time; returns its binding.
  mutating func endCount(at now: Date) -> KeyBinding? {
    guard let count = pendingCount, let deadline = count.deadline, deadline <= now else {
      return nil
    }
    pendingCount = nil
    return count.binding
  }

  /// Whether a key makes a count of the digit that has shown a tab.
  func countsOn(_ key: Key, in context: PartContext) -> Bool {
    guard pendingCount?.listBefore != nil else { return false }
    if case .character(let digit) = key, digit.isASCII, digit.isNumber { return true }
    return context.keymap.meaning(of: [key], in: context.keys).takesCount
  }

  /// Drops a count before a binding that takes none; nil where there is none, or it is taken.
  private mutating func refuseCount(
    _ meaning: KeyMeaning, keys: [Key], in context: PartContext
  ) -> StatusText? {
    guard case .bound(let binding) = meaning, let count = pendingCount,
      binding.refusesCount(in: context.keys)
    else { return nil }
    pendingCount = nil
    return .noCount(count.digits, keys: keys.name)
  }

  /// Adds a digit to the count, or begins one; false for other keys.
  private mutating func addDigit(_ key: Key, in context: PartContext) -> Bool {
    if pendingCount?.take(key) == true { return true }
    guard pendingCount == nil else { return false }
    var binding: KeyBinding?
    switch context.keymap.meaning(of: [key], in: context.keys) {
    case .bound(let bound): binding = bound
    // It begins a sequence that a person has bound.
    case .beginning: return false
    case .nothing: break
    }
    pendingCount = PendingCount(key, binding: binding, at: context.now)
    return pendingCount != nil
  }

  /// Adds a digit within a sequence, as in `d 3 d`; false for other keys.
  private mutating func addDigit(
    _ key: Key, amid earlier: [Key], in context: PartContext
  ) -> Bool {
    guard !earlier.isEmpty, context.keymap.isOperator(earlier, in: context.keys) else {
      return false
    }
    if pendingCount == nil {
      pendingCount = PendingCount(key, binding: nil, at: context.now, isAmidSequence: true)
    } else if pendingCount?.isAmidSequence != true || pendingCount?.take(key) != true {
      return false
    }
    guard pendingCount != nil else { return false }
    pendingKeys = earlier
    return true
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

extension Keymap {
  /// Whether a key cancels what was begun.
  func isCancel(_ key: Key) -> Bool { command(for: key, in: .prompt) == .typing(.cancel) }
}

extension PartContext {
  /// The status for keys that have no meaning here.
  func unbound(_ keys: [Key]) -> StatusText {
    let reason = keymap.reason(forMissing: keys, in: self.keys)
    return .unbound(keys.name, reason: reason, key: key(of: .screen(.help)))
  }
}
