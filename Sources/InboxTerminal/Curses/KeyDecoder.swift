import InboxUI

/// A decoder of keys, pastes and mouse events from bytes and key codes; unknown sequences never
/// act.
///
/// A sequence may arrive in pieces: its beginning is buffered until the rest arrives. Reports of
/// the mouse or the focus, and responses of the terminal, are no keys.
struct KeyDecoder {
  /// Maximum bytes of a paste; the rest is dropped.
  static let pasteLimit = 65_536

  /// The state of the decoder: the sequence that has begun.
  private enum State: Equatable {
    case ground
    /// Esc was received and may begin a sequence.
    case escape
    /// Esc was returned as a key, but a sequence may still follow in pieces over a slow line.
    case returnedEscape
    case controlSequence(ControlSequence)
    /// SS3, a function key of older terminals: one more byte follows.
    case singleShift
    /// An `O` after a returned Esc: a key, or the beginning of SS3.
    case lateSingleShift
    /// A mouse report of the older form; the number of bytes still missing.
    case mouseReport(Int)
    /// The introducer of a response, or the key with the same bytes, which is not returned yet.
    case answerHead(TerminalAnswer, Key?)
    case answer
    /// Two keys, or the beginning of a response; whether Esc follows, as at its end.
    case doubtfulAnswer(Key, UInt8, isAtEnd: Bool)
    /// A response after something within it that may have ended it: what follows together belongs to
    /// it, a byte alone is a key.
    case resumedAnswer(UInt8?)
    /// A response after a long silence; the next byte is more of it, or a key.
    case overdueAnswer(UInt8?)
    /// Esc within a response: its terminator, or the beginning of another sequence; whether a
    /// pause followed.
    case answerEnd(isLate: Bool)
    /// The bytes of a character in UTF-8 so far, after Alt or not.
    case scalar([UInt8], isAlt: Bool)
    case paste(PartialPaste)
    /// A paste after a long silence; the next byte is more of it, or a key.
    case overduePaste(PartialPaste, UInt8?)
  }

  /// Final bytes of older terminals' function keys: arrows, Home, End, F1 to F4.
  private static let functionEnds = Set("ABCDFHPQRS".utf8)

  private var state = State.ground
  /// The bytes of the response so far.
  private var answer: [UInt8] = []
  /// Whether the response began with an 8-bit control character, and may end with one.
  private var isOfEightBits = false
  /// Whether the response is an operating system command, which BEL ends as well.
  private var isCommand = false
  /// Whether the bytes of the response have arrived without a pause so far.
  private var isTogether = false
  /// Whether a response goes on behind a sequence within it, which is no key.
  private var isAmidAnswer = false
  /// Whether nothing came for a while before the next byte.
  private var followsPause = false
  /// Inputs that were decoded together and are still to be returned.
  private var decoded: [TerminalInput] = []

  /// Whether Esc was received, which may be a key or begin a sequence.
  var isAtEscape: Bool { state == .escape }

  /// Whether a response or a paste is incomplete.
  var awaitsEnd: Bool { state == .answer || state == .resumedAnswer(nil) || isAmidPaste }

  /// Whether a paste is incomplete.
  var isAmidPaste: Bool { if case .paste = state { true } else { false } }

  /// Treats the next byte as a key if it comes alone: a response or paste has timed out, and its
  /// end may be lost.
  mutating func suspectLostEnd() {
    switch state {
    case .answer, .resumedAnswer(nil): (state, isAmidAnswer) = (.overdueAnswer(nil), false)
    case .paste(let partial): state = .overduePaste(partial, nil)
    default: break
    }
  }

  /// Decodes one byte; returns the next input, if any.
  mutating func take(byte: UInt8) -> TerminalInput? {
    take(bytes: CollectionOfOne(byte))
  }

  /// Decodes bytes; returns the next input, if any.
  mutating func take(bytes: some Sequence<UInt8>) -> TerminalInput? {
    for byte in bytes { take(one: byte) }
    return next()
  }

  private mutating func take(one byte: UInt8) {
    decode(byte)
    followsPause = false
    if isAmidAnswer, state == .ground { state = .resumedAnswer(nil) }
  }

  /// Handles a key that terminfo knows; returns the next input, if any.
  mutating func take(key: Key) -> TerminalInput? {
    switch state {
    case .paste, .overduePaste(_, _?): return next()
    // A key does not come together with a response; its bytes are a part of that.
    case .answer, .answerEnd(isLate: false), .resumedAnswer:
      if !followsPause {
        (state, isAmidAnswer) = (.resumedAnswer(nil), true)
        return next()
      }
    case .overduePaste(let partial, nil): decoded.append(.pasted(partial.text))
    // A byte of a report may equal a key's, as column 95 does Backspace.
    case .mouseReport(let count):
      state = count > 1 ? .mouseReport(count - 1) : .ground
      return next()
    default: break
    }
    let wasEscape = state == .escape
    (state, isAmidAnswer, followsPause) = (.ground, false, false)
    // Alt with a key such as an arrow is not bound.
    decoded.append(.key(wasEscape ? .unknown : key))
    return next()
  }

  /// Ends pending input when no more bytes arrive: a lone Esc is the Escape key.
  mutating func flush() -> TerminalInput? {
    (isTogether, followsPause) = (false, true)
    if case .resumedAnswer(let byte?) = state {
      isAmidAnswer = false
      begin(byte)
    } else if isAmidAnswer, state != .resumedAnswer(nil) {
      // A sequence within a response is incomplete, as is the response.
      (state, isAmidAnswer) = (.answer, false)
    } else if state == .escape {
      state = .returnedEscape
      add(.escape)
    } else if case .answerHead(let kind, let key?) = state {
      state = .answerHead(kind, nil)
      add(key)
    } else if case .doubtfulAnswer(let key, let second, let isAtEnd) = state {
      add(key)
      begin(second)
      state = isAtEnd ? .escape : .ground
      if isAtEnd { return flush() }
    } else if state == .lateSingleShift {
      state = .ground
      add(.character("O"))
    } else if case .answerEnd = state {
      state = .answerEnd(isLate: true)
    } else if case .overdueAnswer(let byte) = state {
      state = .answer
      if let byte { begin(byte) }
    } else if case .overduePaste(let partial, let byte?) = state {
      decoded.append(.pasted(partial.text))
      begin(byte)
      // A lone Esc is a key here too.
      if state == .escape { return flush() }
    }
    return next()
  }

  private mutating func next() -> TerminalInput? {
    decoded.isEmpty ? nil : decoded.removeFirst()
  }

  /// Adds a decoded key; a sequence within a response is none.
  private mutating func add(_ key: Key) {
    if !isAmidAnswer { decoded.append(.key(key)) }
  }

  private mutating func decode(_ byte: UInt8) {
    switch state {
    case .ground: begin(byte)
    case .escape: takeEscaped(byte)
    case .returnedEscape: takeEscaped(byte, isReturned: true)
    case .controlSequence(let sequence): continueSequence(sequence, byte)
    case .singleShift:
      state = byte == 0x1B ? .escape : .ground
      add(.unknown)
    case .lateSingleShift:
      state = .ground
      if Self.functionEnds.contains(byte) { return add(.unknown) }
      add(.character("O"))
      begin(byte)
    case .mouseReport(let count):
      // A response has only printable bytes; a control character ends it.
      guard byte >= 0x20 else { return begin(byte) }
      state = count > 1 ? .mouseReport(count - 1) : .ground
    case .answerHead(let kind, let key): continueHead(of: kind, key, byte)
    case .answer: continueAnswer(byte)
    case .resumedAnswer(let earlier): continueResumed(earlier, byte)
    case .doubtfulAnswer(_, _, isAtEnd: true): continueAnswerEnd(byte, isLate: false)
    case .doubtfulAnswer(let key, let second, isAtEnd: false):
      guard byte == 0x1B else { return continueAnswer(byte) }
      state = .doubtfulAnswer(key, second, isAtEnd: true)
    case .overdueAnswer(let earlier): continueOverdueAnswer(earlier, byte)
    case .answerEnd(let isLate): continueAnswerEnd(byte, isLate: isLate)
    case .scalar(let bytes, let isAlt): continueScalar(bytes, byte, isAlt: isAlt)
    case .paste(var partial):
      // The state releases the bytes first, so that they are not copied for each new one.
      state = .ground
      continuePaste(&partial, byte)
    case .overduePaste(let partial, nil): state = .overduePaste(partial, byte)
    case .overduePaste(var partial, let earlier?):
      state = .ground
      continuePaste(&partial, earlier)
      decode(byte)
    }
  }

  private mutating func begin(_ byte: UInt8, isAlt: Bool = false) {
    state = .ground
    switch byte {
    case 0x1B: state = .escape
    case 0xC2..<0xF5: state = .scalar([byte], isAlt: isAlt)
    case 0x80...: beginSequence(control: byte)
    case 0x20..<0x7F:
      let character = Character(Unicode.Scalar(byte))
      add(isAlt ? .alt(character) : .character(character))
    default: add(isAlt ? .unknown : Self.controlKey(byte))
    }
  }

  /// Begins the sequence of an 8-bit control character; ignores others.
  private mutating func beginSequence(control: UInt8) {
    if control == 0x9B {
      state = .controlSequence(ControlSequence())
    } else if let kind = TerminalAnswer(control: control) {
      (answer, isOfEightBits, isCommand, state) = ([], true, kind.isCommand, .answer)
    }
  }

  /// Handles the byte after an Esc, which may have been returned as a key.
  private mutating func takeEscaped(_ byte: UInt8, isReturned: Bool = false) {
    switch byte {
    case UInt8(ascii: "["): state = .controlSequence(ControlSequence())
    case UInt8(ascii: "O"): state = isReturned ? .lateSingleShift : .singleShift
    case 0x1B where !isReturned: add(.escape)
    default:
      guard let kind = TerminalAnswer(introducer: byte) else {
        return begin(byte, isAlt: !isReturned)
      }
      (answer, isOfEightBits, isTogether, isCommand) = ([], false, !isReturned, kind.isCommand)
      let character = Character(Unicode.Scalar(byte))
      state = .answerHead(kind, isReturned ? .character(character) : .alt(character))
    }
  }

  private mutating func continueSequence(_ earlier: ControlSequence, _ byte: UInt8) {
    var sequence = earlier
    switch byte {
    case 0x20..<0x40:
      sequence.add(byte)
      state = .controlSequence(sequence)
    case 0x40..<0x7F:
      switch sequence.meaning(endingWith: byte) {
      case .paste: state = .paste(PartialPaste())
      case .functionKey: state = .singleShift
      case .mouseReport: state = .mouseReport(3)
      case .report:
        state = .ground
        if let report = sequence.report(endingWith: byte) { decoded.append(report) }
      case .key:
        state = .ground
        add(.unknown)
      }
    default:
      state = byte == 0x1B ? .escape : .ground
      add(.unknown)
    }
  }

  private mutating func continueHead(of kind: TerminalAnswer, _ key: Key?, _ byte: UInt8) {
    if kind.ends.contains(byte) {
      state = .answer
      answer.append(byte)
    } else if kind.parameters.contains(byte) {
      state = .answerHead(kind, nil)
      if answer.count < BackgroundReport.limit { answer.append(byte) }
    } else if isTogether, kind.mayBegin(with: byte), let key {
      state = .doubtfulAnswer(key, byte, isAtEnd: false)
    } else if isTogether, key == nil {
      continueAnswer(byte)
    } else {
      // It was the key, and this byte is another.
      if let key { add(key) }
      begin(byte)
    }
  }

  /// Handles a byte of a response, which any control character may be, too.
  private mutating func continueAnswer(_ byte: UInt8) {
    state = .answer
    switch byte {
    case 0x9C where isOfEightBits: endAnswer()
    case 0x07 where isCommand: endAnswer()
    // BEL ends no other string, but some terminals think so.
    case 0x07: (state, isAmidAnswer) = (.resumedAnswer(nil), true)
    case 0x1B: state = .answerEnd(isLate: false)
    default: if answer.count < BackgroundReport.limit { answer.append(byte) }
    }
  }

  private mutating func continueResumed(_ earlier: UInt8?, _ byte: UInt8) {
    guard earlier != nil || byte == 0x07 || byte == 0x1B || (isOfEightBits && byte == 0x9C) else {
      state = .resumedAnswer(byte)
      return
    }
    isAmidAnswer = false
    continueAnswer(byte)
  }

  /// Handles a byte of a response after silence: keys come one at a time, the rest of a response
  /// together.
  private mutating func continueOverdueAnswer(_ earlier: UInt8?, _ byte: UInt8) {
    state = .answer
    if let earlier {
      continueAnswer(earlier)
    } else if byte != 0x1B, byte != 0x07 {
      state = .overdueAnswer(byte)
      return
    }
    continueAnswer(byte)
  }

  /// Handles the byte after an Esc within a response: its terminator, or the second byte of a
  /// sequence within it, or behind it if its end is lost.
  private mutating func continueAnswerEnd(_ byte: UInt8, isLate: Bool) {
    if byte == UInt8(ascii: "\\") {
      endAnswer()
    } else if isLate {
      // The first Esc belongs to the response and is no key.
      state = .ground
      takeEscaped(byte, isReturned: true)
    } else if byte == 0x1B {
      state = .answerEnd(isLate: false)
    } else if let kind = TerminalAnswer(introducer: byte) {
      // Its end is that of both.
      (answer, isOfEightBits, isCommand, state) = ([], false, kind.isCommand, .answer)
    } else {
      isAmidAnswer = true
      takeEscaped(byte)
    }
  }

  /// Ends a response, and parses one about background or graphics; others are ignored.
  private mutating func endAnswer() {
    (state, isAmidAnswer) = (.ground, false)
    let input =
      BackgroundReport.background(inCommand: answer).map(TerminalInput.background)
      ?? GraphicsAnswer(inCommand: answer).map(TerminalInput.graphics)
    if let input { decoded.append(input) }
  }

  private mutating func continueScalar(_ earlier: [UInt8], _ byte: UInt8, isAlt: Bool) {
    guard byte & 0xC0 == 0x80 else { return begin(byte) }
    let bytes = earlier + [byte]
    // As many as the first one has leading ones.
    guard bytes.count == (~bytes[0]).leadingZeroBitCount else {
      state = .scalar(bytes, isAlt: isAlt)
      return
    }
    state = .ground
    guard let scalar = String(validating: bytes, as: UTF8.self)?.unicodeScalars.first else {
      return
    }
    guard scalar.value >= 0xA0 else { return beginSequence(control: UInt8(scalar.value)) }
    add(isAlt ? .alt(Character(scalar)) : .character(Character(scalar)))
  }

  private mutating func continuePaste(_ partial: inout PartialPaste, _ byte: UInt8) {
    if partial.add(byte, limit: Self.pasteLimit) {
      decoded.append(.pasted(partial.text))
    } else {
      state = .paste(partial)
    }
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
