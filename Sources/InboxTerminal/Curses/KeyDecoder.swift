import InboxUI

/// Decodes keys and pastes from bytes and key codes; unknown sequences become no key that acts.
///
/// A sequence may arrive in pieces: its beginning is kept until the rest arrives.
struct KeyDecoder {
  /// Most bytes of a paste that are kept; the rest is dropped.
  static let pasteLimit = 65_536

  /// The sequence that has begun.
  enum State: Equatable {
    case ground
    /// Esc has arrived and may begin a sequence.
    case escape
    /// Esc was returned as a key; a `[` still begins a sequence, which a slow line sends in pieces.
    case returnedEscape
    case controlSequence([UInt8])
    /// A function key of older terminals (SS3): one more byte belongs to it.
    case singleShift
    /// A mouse report of the older form: this many more bytes belong to it.
    case swallow(Int)
    /// A character in UTF-8, after Alt or not.
    case scalar(PartialScalar, isAlt: Bool)
    case paste(PartialPaste)
  }

  /// The sequence that has begun.
  private(set) var state = State.ground

  /// Takes one byte.
  mutating func take(byte: UInt8) -> TerminalInput? {
    switch state {
    case .ground: return begin(byte, isAlt: false)
    case .returnedEscape:
      state = byte == UInt8(ascii: "[") ? .controlSequence([]) : .ground
      return state == .ground ? begin(byte, isAlt: false) : nil
    case .escape: return afterEscape(byte)
    case .controlSequence(let earlier): return continueSequence(earlier, byte)
    case .singleShift:
      state = .ground
      return .key(.unknown)
    case .swallow(let count):
      state = count > 1 ? .swallow(count - 1) : .ground
      return state == .ground ? .key(.unknown) : nil
    case .scalar(let partial, let isAlt): return continueScalar(partial, byte, isAlt: isAlt)
    case .paste(var partial):
      // The state releases the bytes first, so that they are not copied for each new one.
      state = .ground
      return continuePaste(&partial, byte)
    }
  }

  /// Takes a key that the terminal description knows.
  mutating func take(key: Key) -> TerminalInput? {
    if case .paste = state { return nil }
    let wasEscape = state == .escape
    state = .ground
    // Alt with a key such as an arrow has no meaning here.
    return .key(wasEscape ? .unknown : key)
  }

  /// Ends the input that waits: a lone Esc is the Escape key.
  mutating func flush() -> TerminalInput? {
    guard state == .escape else { return nil }
    state = .returnedEscape
    return .key(.escape)
  }

  private mutating func begin(_ byte: UInt8, isAlt: Bool) -> TerminalInput? {
    state = .ground
    switch byte {
    case 0x1B:
      state = .escape
      return nil
    case 0x80...:
      guard let partial = PartialScalar(lead: byte) else { return nil }
      state = .scalar(partial, isAlt: isAlt)
      return nil
    case 0x20..<0x7F:
      let character = Character(Unicode.Scalar(byte))
      return .key(isAlt ? .alt(character) : .character(character))
    default: return .key(isAlt ? .unknown : Self.controlKey(byte))
    }
  }

  private mutating func afterEscape(_ byte: UInt8) -> TerminalInput? {
    switch byte {
    case UInt8(ascii: "["): state = .controlSequence([])
    case UInt8(ascii: "O"): state = .singleShift
    case 0x1B: return .key(.escape)
    default: return begin(byte, isAlt: true)
    }
    return nil
  }

  private mutating func continueSequence(_ earlier: [UInt8], _ byte: UInt8) -> TerminalInput? {
    switch byte {
    case 0x20..<0x40:
      // Sequences longer than any terminal sends are swallowed as well.
      state = .controlSequence(earlier.count < 64 ? earlier + [byte] : earlier)
      return nil
    case 0x40..<0x7F:
      let text = earlier + [byte]
      if text == Array("200~".utf8) {
        state = .paste(PartialPaste())
        return nil
      }
      state = text == Array("M".utf8) ? .swallow(3) : .ground
      return state == .ground ? .key(.unknown) : nil
    case 0x1B:
      state = .escape
      return .key(.unknown)
    default:
      state = .ground
      return .key(.unknown)
    }
  }

  private mutating func continueScalar(
    _ partial: PartialScalar, _ byte: UInt8, isAlt: Bool
  ) -> TerminalInput? {
    guard let next = partial.adding(byte) else { return begin(byte, isAlt: false) }
    guard next.isComplete else {
      state = .scalar(next, isAlt: isAlt)
      return nil
    }
    state = .ground
    return next.character.map { .key(isAlt ? .alt($0) : .character($0)) }
  }

  private mutating func continuePaste(_ partial: inout PartialPaste, _ byte: UInt8)
    -> TerminalInput?
  {
    guard partial.add(byte, limit: Self.pasteLimit) else {
      state = .paste(partial)
      return nil
    }
    return .pasted(partial.text)
  }

  private static func controlKey(_ byte: UInt8) -> Key {
    switch byte {
    case 0x08, 0x7F: .backspace
    case 0x09: .tab
    case 0x0A, 0x0D: .enter
    case 0x01...0x1A: .control(Character(Unicode.Scalar(byte + 0x60)))
    case 0x1C...0x1F: .control(Character(Unicode.Scalar(byte + 0x40)))
    default: .unknown
    }
  }
}
