import CNcurses

/// Takes keys out of ncurses one after the other, and whole pastes.
struct KeyReader {
  /// What ncurses had to tell.
  enum Reading {
    case input(TerminalInput)
    /// The screen has another size.
    case resized
  }

  private var decoder = KeyDecoder()

  /// What waits next in a window without delay; nil when nothing does.
  mutating func next(from window: CursesWindow) -> Reading? {
    while true {
      let code = wgetch(window)
      guard code != ERR else { return decoder.pause().map(Reading.input) }
      guard code != KEY_RESIZE else { return .resized }
      let input =
        code < 256
        ? decoder.take(byte: UInt8(truncatingIfNeeded: code))
        : decoder.take(key: CursesKeys.key(code))
      if let input { return .input(input) }
    }
  }
}
