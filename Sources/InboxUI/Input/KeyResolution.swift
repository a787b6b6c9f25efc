import Foundation

/// The resolved meaning of a key on a screen, with the pending keys and digits.
enum KeyResolution {
  /// The key extended or cancelled a pending sequence or count.
  case pending
  /// The letter of a pending bookmark command.
  case bookmark(Command.Finding)
  /// A complete binding, with its count.
  case binding(KeyBinding, keys: [Key], count: Int?)
  /// A digit that shows its tab at once, and may still start a count.
  case tab(KeyBinding)
  /// The binding of an earlier lone digit; perform it, then handle the key again.
  case loneDigit(KeyBinding)
  /// The keys are unbound, or reject the count.
  case refused(StatusText)
}

extension InteractionState {
  /// Resolves a key on a screen: a digit of a count, the letter of a bookmark, or a key of a
  /// binding.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - earlier: The pending keys of its sequence.
  ///   - isOnRange: Whether the cursor extends a range, where an operator acts without a second
  ///     key.
  ///   - tabs: The number of tabs that digits show at once.
  ///   - context: Keymap, screen and time.
  /// - Returns: The meaning; digits and incomplete sequences become pending.
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
    // On a range an operator needs no second key.
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

  /// Ends a count after its timeout; returns the binding of its lone digit.
  mutating func endCount(at now: Date) -> KeyBinding? {
    guard let count = pendingCount, let deadline = count.deadline, deadline <= now else {
      return nil
    }
    pendingCount = nil
    return count.binding
  }

  /// Whether a key turns the digit that has shown a tab into a count.
  func countsOn(_ key: Key, in context: PartContext) -> Bool {
    guard pendingCount?.listBefore != nil else { return false }
    if case .character(let digit) = key, digit.isASCII, digit.isNumber { return true }
    return context.keymap.meaning(of: [key], in: context.keys).takesCount
  }

  /// Drops a count that a binding rejects; nil if there is none, or it is accepted.
  private mutating func refuseCount(
    _ meaning: KeyMeaning, keys: [Key], in context: PartContext
  ) -> StatusText? {
    guard case .bound(let binding) = meaning, let count = pendingCount,
      binding.refusesCount(in: context.keys)
    else { return nil }
    pendingCount = nil
    return .noCount(count.digits, keys: keys.name)
  }

  /// Appends a digit to the count or starts one; false for other keys.
  private mutating func addDigit(_ key: Key, in context: PartContext) -> Bool {
    if pendingCount?.take(key) == true { return true }
    guard pendingCount == nil else { return false }
    var binding: KeyBinding?
    switch context.keymap.meaning(of: [key], in: context.keys) {
    case .bound(let bound): binding = bound
    // The user has bound sequences that start with this digit.
    case .beginning: return false
    case .nothing: break
    }
    pendingCount = PendingCount(key, binding: binding, at: context.now)
    return pendingCount != nil
  }

  /// Appends a digit of a count within a sequence, as in `d 3 d`; false for other keys.
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
  /// Whether digits before the keys are a count.
  fileprivate var takesCount: Bool {
    switch self {
    case .bound(let binding): binding.takesCount
    case .beginning: true
    case .nothing: false
    }
  }
}

extension Keymap {
  /// Whether a key cancels pending input.
  func isCancel(_ key: Key) -> Bool { command(for: key, in: .prompt) == .typing(.cancel) }
}

extension PartContext {
  /// The status for unbound keys.
  func unbound(_ keys: [Key]) -> StatusText {
    let reason = keymap.reason(forMissing: keys, in: self.keys)
    return .unbound(keys.name, reason: reason, key: key(of: .screen(.help)))
  }
}
