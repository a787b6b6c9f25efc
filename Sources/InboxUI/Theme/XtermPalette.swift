/// Red, green and blue of the 256 colours as xterm shows them.
public enum XtermPalette {
  /// The 16 that have names; a user's terminal may show others.
  static let ansi: [(UInt8, UInt8, UInt8)] = [
    (0, 0, 0), (205, 0, 0), (0, 205, 0), (205, 205, 0),
    (0, 0, 238), (205, 0, 205), (0, 205, 205), (229, 229, 229),
    (127, 127, 127), (255, 0, 0), (0, 255, 0), (255, 255, 0),
    (92, 92, 255), (255, 0, 255), (0, 255, 255), (255, 255, 255),
  ]

  /// The cube of 6 × 6 × 6 from 16 on, then 24 greys.
  static let indexed: [(UInt8, UInt8, UInt8)] = {
    let steps: [UInt8] = [0, 95, 135, 175, 215, 255]
    let cube = steps.flatMap { red in
      steps.flatMap { green in steps.map { blue in (red, green, blue) } }
    }
    let greys = (0..<24).map { step in UInt8(8 + 10 * step) }
    return cube + greys.map { ($0, $0, $0) }
  }()
}
