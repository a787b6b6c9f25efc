import CNcurses

/// Takes keys out of ncurses one after the other, and whole pastes.
struct KeyReader {
  private var decoder = KeyDecoder()
  private var hasResized = false

  /// The next key or paste that waits in a window without delay; nil when there is none.
  mutating func next(from window: CursesWindow) -> TerminalInput? {
    while true {
      let code = wgetch(window)
      guard code != ERR else { return decoder.pause() }
      if code == KEY_RESIZE {
        hasResized = true
        continue
      }
      let input =
        code < 256
        ? decoder.take(byte: UInt8(truncatingIfNeeded: code))
        : decoder.take(key: CursesKeys.key(code))
      if let input { return input }
    }
  }

  /// Whether ncurses has told of another size since the last time.
  mutating func takeResize() -> Bool {
    defer { hasResized = false }
    return hasResized
  }
}
