/// The resolved meaning of a key on a screen, with the pending keys and digits.
enum KeyResolution {
  /// The key extended or cancelled a pending sequence or count.
  case pending
  /// The letter of a pending bookmark command.
  case bookmark(Command.Finding)
  /// A complete binding, with its count.
  case binding(KeyBinding, keys: [Key], count: Int?)
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
  ///   - context: Keymap, screen and time.
  /// - Returns: The meaning; digits and incomplete sequences become pending.
  mutating func resolve(
    _ key: Key, after earlier: [Key], isOnRange: Bool, in context: PartContext
  ) -> KeyResolution {
    if let operation = bookmarkOperation {
      bookmarkOperation = nil
      return .bookmark(operation)
    }
    if earlier.isEmpty, addDigit(key, in: context) { return .pending }
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
    switch meaning {
    case .bound(let binding):
      defer { pendingCount = nil }
      return .binding(binding, keys: keys, count: pendingCount?.number)
    case .beginning:
      pendingKeys = keys
      return .pending
    case .nothing:
      if addDigit(key, amid: earlier, in: context) { return .pending }
      pendingCount = nil
      return isCancel ? .pending : .refused(context.unbound(keys))
    }
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

  /// Appends a digit to the count or starts one; false for other keys, and for a bound digit.
  private mutating func addDigit(_ key: Key, in context: PartContext) -> Bool {
    if pendingCount?.take(key) == true { return true }
    guard pendingCount == nil, context.keymap.countsDigits,
      context.keymap.meaning(of: [key], in: context.keys) == .nothing
    else { return false }
    pendingCount = PendingCount(key)
    return pendingCount != nil
  }

  /// Appends a digit of a count within a sequence, as in `d 3 d`; false for other keys.
  private mutating func addDigit(
    _ key: Key, amid earlier: [Key], in context: PartContext
  ) -> Bool {
    guard !earlier.isEmpty, context.keymap.countsDigits,
      context.keymap.isOperator(earlier, in: context.keys)
    else { return false }
    if pendingCount == nil {
      pendingCount = PendingCount(key, isAmidSequence: true)
    } else if pendingCount?.isAmidSequence != true || pendingCount?.take(key) != true {
      return false
    }
    guard pendingCount != nil else { return false }
    pendingKeys = earlier
    return true
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
