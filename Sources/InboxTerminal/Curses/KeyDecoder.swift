import InboxUI

/// A decoder of keys, pastes and mouse events from bytes and key codes; unknown sequences never act.
///
/// A sequence may arrive in pieces: its beginning is kept until the rest arrives. Reports of a
/// mouse or of the focus, and answers of the terminal, are no keys.
struct KeyDecoder {
  /// Most bytes of a paste that are kept; the rest is dropped.
  static let pasteLimit = 65_536

  /// The sequence that has begun.
  private enum State: Equatable {
    case ground
    /// Esc has arrived and may begin a sequence.
    case escape
    /// Esc was returned as a key; a sequence still begins, which a slow line sends in pieces.
    case returnedEscape
    case controlSequence(ControlSequence)
    /// A function key of older terminals (SS3): one more byte belongs to it.
    case singleShift
    /// An `O` after an Esc that was returned: a key, or the first byte of such a function key.
    case lateSingleShift
    /// A mouse report of the older form: this many more bytes belong to it.
    case mouseReport(Int)
    /// An answer of the terminal, or the key that begins in the same way and is not returned yet.
    case answerHead(TerminalAnswer, Key?)
    case answer
    /// A key and another one, or the beginning of an answer; whether Esc follows, as at its end.
    case doubtfulAnswer(Key, UInt8, isAtEnd: Bool)
    /// An answer that was silent for long, with the byte that came then: more of it, or a key.
    case overdueAnswer(UInt8?)
    /// Esc within an answer, the first byte of its end or of another sequence; whether nothing
    /// followed for a while.
    case answerEnd(isLate: Bool)
    /// A character in UTF-8, after Alt or not.
    case scalar(PartialScalar, isAlt: Bool)
    case paste(PartialPaste)
    /// A paste that was silent for long, with the byte that came then: more of it, or a key.
    case overduePaste(PartialPaste, UInt8?)
  }

  /// Last bytes of the function keys of older terminals: arrows, Home, End, F1 to F4.
  private static let functionEnds = Set("ABCDFHPQRS".utf8)

  private var state = State.ground
  /// The beginning of the answer that is arriving.
  private var answer: [UInt8] = []
  /// Whether the answer began by a control character of eight bits, and may end by one.
  private var isOfEightBits = false
  /// Whether the bytes of the answer have come without a pause so far.
  private var isTogether = false
  /// Input that was decoded together with earlier input and is returned after it.
  private var decoded: [TerminalInput] = []

  /// Whether Esc has arrived, which may be a key or the first byte of a sequence.
  var isAtEscape: Bool { state == .escape }

  /// Whether the end of an answer or of a paste is missing.
  var awaitsEnd: Bool { state == .answer || isAmidPaste }

  /// Whether the end of a paste is missing.
  var isAmidPaste: Bool { if case .paste = state { true } else { false } }

  /// Takes the next byte for a key if it comes alone: an answer or a paste was silent for long, and
  /// its end may be lost.
  mutating func suspectLostEnd() {
    switch state {
    case .answer: state = .overdueAnswer(nil)
    case .paste(let partial): state = .overduePaste(partial, nil)
    default: break
    }
  }

  /// Takes one byte; returns the next input, if there is one.
  mutating func take(byte: UInt8) -> TerminalInput? {
    take(bytes: CollectionOfOne(byte))
  }

  /// Takes bytes; returns the next input, if there is one.
  mutating func take(bytes: some Sequence<UInt8>) -> TerminalInput? {
    for byte in bytes { if let input = decode(byte) { decoded.append(input) } }
    return next()
  }

  /// Takes a key that the terminal description knows; returns the next input, if there is one.
  mutating func take(key: Key) -> TerminalInput? {
    switch state {
    case .paste, .overduePaste(_, _?): return next()
    case .overduePaste(let partial, nil): decoded.append(.pasted(partial.text))
    // A byte of a report may be that of a key, as column 95 is that of Backspace.
    case .mouseReport(let count):
      state = count > 1 ? .mouseReport(count - 1) : .ground
      return next()
    default: break
    }
    let wasEscape = state == .escape
    state = .ground
    // Alt with a key such as an arrow has no meaning here.
    decoded.append(.key(wasEscape ? .unknown : key))
    return next()
  }

  /// Ends the input that waits: a lone Esc is the Escape key.
  mutating func flush() -> TerminalInput? {
    isTogether = false
    if state == .escape {
      state = .returnedEscape
      decoded.append(.key(.escape))
    } else if case .answerHead(let kind, let key?) = state {
      state = .answerHead(kind, nil)
      decoded.append(.key(key))
    } else if case .doubtfulAnswer(let key, let second, let isAtEnd) = state {
      takeKeys(key, second)
      state = isAtEnd ? .escape : .ground
      if isAtEnd { return flush() }
    } else if state == .lateSingleShift {
      state = .ground
      decoded.append(.key(.character("O")))
    } else if case .answerEnd = state {
      state = .answerEnd(isLate: true)
    } else if case .overdueAnswer(let byte) = state {
      state = .answer
      if let byte, let input = begin(byte, isAlt: false) { decoded.append(input) }
    } else if case .overduePaste(let partial, let byte?) = state {
      decoded.append(.pasted(partial.text))
      if let input = begin(byte, isAlt: false) { decoded.append(input) }
      // A lone Esc is a key here too.
      if state == .escape { return flush() }
    }
    return next()
  }

  private mutating func next() -> TerminalInput? {
    decoded.isEmpty ? nil : decoded.removeFirst()
  }

  private mutating func decode(_ byte: UInt8) -> TerminalInput? {
    switch state {
    case .ground: return begin(byte, isAlt: false)
    case .escape: return afterEscape(byte)
    case .returnedEscape: return afterReturnedEscape(byte)
    case .controlSequence(let sequence): return continueSequence(sequence, byte)
    case .singleShift:
      state = byte == 0x1B ? .escape : .ground
      return .key(.unknown)
    case .lateSingleShift:
      state = .ground
      if Self.functionEnds.contains(byte) { return .key(.unknown) }
      decoded.append(.key(.character("O")))
      return begin(byte, isAlt: false)
    case .mouseReport(let count):
      // Its bytes are printable ones; a control character is none of it.
      guard byte >= 0x20 else { return begin(byte, isAlt: false) }
      state = count > 1 ? .mouseReport(count - 1) : .ground
      return nil
    case .answerHead(let kind, let key): return continueHead(of: kind, key, byte)
    case .answer: return continueAnswer(byte)
    case .doubtfulAnswer(let key, let second, let isAtEnd):
      return continueDoubtful(key, second, isAtEnd: isAtEnd, byte)
    case .overdueAnswer(let earlier): return continueOverdueAnswer(earlier, byte)
    case .answerEnd(let isLate): return continueAnswerEnd(byte, isLate: isLate)
    case .scalar(let partial, let isAlt): return continueScalar(partial, byte, isAlt: isAlt)
    case .paste(var partial):
      // The state releases the bytes first, so that they are not copied for each new one.
      state = .ground
      return continuePaste(&partial, byte)
    case .overduePaste(let partial, nil):
      state = .overduePaste(partial, byte)
      return nil
    case .overduePaste(var partial, let earlier?):
      state = .ground
      if let pasted = continuePaste(&partial, earlier) {
        decoded.append(pasted)
        return begin(byte, isAlt: false)
      }
      state = .ground
      return continuePaste(&partial, byte)
    }
  }

  private mutating func begin(_ byte: UInt8, isAlt: Bool) -> TerminalInput? {
    state = .ground
    switch byte {
    case 0x1B:
      state = .escape
      return nil
    case 0x80...:
      guard let partial = PartialScalar(lead: byte) else {
        beginSequence(control: byte)
        return nil
      }
      state = .scalar(partial, isAlt: isAlt)
      return nil
    case 0x20..<0x7F:
      let character = Character(Unicode.Scalar(byte))
      return .key(isAlt ? .alt(character) : .character(character))
    default: return .key(isAlt ? .unknown : Self.controlKey(byte))
    }
  }

  /// Begins what a control character of eight bits introduces; nothing for others.
  private mutating func beginSequence(control: UInt8) {
    if control == 0x9B {
      state = .controlSequence(ControlSequence())
    } else if TerminalAnswer(control: control) != nil {
      (answer, isOfEightBits, state) = ([], true, .answer)
    }
  }

  private mutating func afterEscape(_ byte: UInt8) -> TerminalInput? {
    switch byte {
    case UInt8(ascii: "["): state = .controlSequence(ControlSequence())
    case UInt8(ascii: "O"): state = .singleShift
    case 0x1B: return .key(.escape)
    default:
      guard let kind = TerminalAnswer(introducer: byte) else { return begin(byte, isAlt: true) }
      (answer, isOfEightBits, isTogether) = ([], false, true)
      state = .answerHead(kind, .alt(Character(Unicode.Scalar(byte))))
    }
    return nil
  }

  private mutating func afterReturnedEscape(_ byte: UInt8) -> TerminalInput? {
    if byte == UInt8(ascii: "[") {
      state = .controlSequence(ControlSequence())
    } else if byte == UInt8(ascii: "O") {
      state = .lateSingleShift
    } else if let kind = TerminalAnswer(introducer: byte) {
      (answer, isOfEightBits, isTogether) = ([], false, false)
      state = .answerHead(kind, .character(Character(Unicode.Scalar(byte))))
    } else {
      return begin(byte, isAlt: false)
    }
    return nil
  }

  private mutating func continueSequence(
    _ earlier: ControlSequence, _ byte: UInt8
  ) -> TerminalInput? {
    var sequence = earlier
    switch byte {
    case 0x20..<0x40:
      sequence.add(byte)
      state = .controlSequence(sequence)
      return nil
    case 0x40..<0x7F:
      switch sequence.meaning(endingWith: byte) {
      case .paste: state = .paste(PartialPaste())
      case .functionKey: state = .singleShift
      case .mouseReport: state = .mouseReport(3)
      case .report:
        state = .ground
        return sequence.report(endingWith: byte)
      case .key:
        state = .ground
        return .key(.unknown)
      }
      return nil
    default:
      state = byte == 0x1B ? .escape : .ground
      return .key(.unknown)
    }
  }

  private mutating func continueHead(
    of kind: TerminalAnswer, _ key: Key?, _ byte: UInt8
  ) -> TerminalInput? {
    if kind.ends.contains(byte) {
      state = .answer
      answer.append(byte)
      return nil
    }
    if kind.parameters.contains(byte) {
      state = .answerHead(kind, nil)
      if answer.count < BackgroundReport.limit { answer.append(byte) }
      return nil
    }
    if isTogether, kind.mayBegin(with: byte) {
      state = key.map { .doubtfulAnswer($0, byte, isAtEnd: false) } ?? .answer
      return nil
    }
    // It was the key, and this byte is another.
    if let key { decoded.append(.key(key)) }
    return begin(byte, isAlt: false)
  }

  private mutating func continueDoubtful(
    _ key: Key, _ second: UInt8, isAtEnd: Bool, _ byte: UInt8
  ) -> TerminalInput? {
    switch (isAtEnd, byte) {
    case (false, 0x1B):
      state = .doubtfulAnswer(key, second, isAtEnd: true)
      return nil
    case (false, 0x20...):
      state = .answer
      return nil
    case (false, 0x07), (true, UInt8(ascii: "\\")):
      state = .ground
      return nil
    default:
      takeKeys(key, second)
      return isAtEnd ? afterEscape(byte) : begin(byte, isAlt: false)
    }
  }

  /// Takes what might have begun an answer for the two keys that it is then.
  private mutating func takeKeys(_ key: Key, _ second: UInt8) {
    decoded.append(.key(key))
    if let input = begin(second, isAlt: false) { decoded.append(input) }
  }

  private mutating func continueAnswer(_ byte: UInt8) -> TerminalInput? {
    if isOfEightBits, byte == 0x9C {
      state = .ground
      return endAnswer()
    }
    guard byte < 0x20 else {
      if answer.count < BackgroundReport.limit { answer.append(byte) }
      return nil
    }
    state = byte == 0x1B ? .answerEnd(isLate: false) : .ground
    return byte == 0x07 ? endAnswer() : nil
  }

  /// Takes a byte of an answer that was silent: keys come one at a time, the rest of an answer
  /// together.
  private mutating func continueOverdueAnswer(_ earlier: UInt8?, _ byte: UInt8) -> TerminalInput? {
    state = .answer
    if let earlier {
      _ = continueAnswer(earlier)
    } else if byte >= 0x20 {
      state = .overdueAnswer(byte)
      return nil
    }
    return continueAnswer(byte)
  }

  /// Takes the byte after an Esc within an answer: its end, or the second byte of a sequence that
  /// follows an answer whose end is lost.
  private mutating func continueAnswerEnd(_ byte: UInt8, isLate: Bool) -> TerminalInput? {
    state = .ground
    if byte == UInt8(ascii: "\\") { return endAnswer() }
    // The first Esc belongs to the answer and is no key.
    if isLate || byte == 0x1B { return afterReturnedEscape(byte) }
    return afterEscape(byte)
  }

  /// Takes what a whole answer tells of the background or of graphics; others tell nothing.
  private func endAnswer() -> TerminalInput? {
    BackgroundReport.background(inCommand: answer).map(TerminalInput.background)
      ?? GraphicsAnswer(inCommand: answer).map(TerminalInput.graphics)
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
    if let control = next.control { beginSequence(control: control) }
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
    case 0x7F: .backspace
    case 0x09: .tab
    case 0x0A, 0x0D: .enter
    case 0x01...0x1A: .control(Character(Unicode.Scalar(byte + 0x60)))
    case 0x1C...0x1F: .control(Character(Unicode.Scalar(byte + 0x40)))
    default: .unknown
    }
  }
}
