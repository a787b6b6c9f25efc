extension String {
  /// Text of scalars that screens stumble over, among ordinary ones.
  package static func hostile(length: Int, _ random: inout SeededRandom) -> String {
    let ranges: [ClosedRange<UInt32>] = [
      0x20...0x7E, 0x20...0x20, 0x00...0x1F, 0x7F...0xA0, 0x300...0x36F, 0x5D0...0x5EA,
      0x600...0x6FF, 0x900...0x97F, 0x1100...0x11FF, 0x200B...0x200F, 0x2028...0x202E,
      0x2066...0x2069, 0x20E3...0x20E3, 0x2600...0x27BF, 0x3040...0x30FF, 0xAC00...0xAFFF,
      0xE000...0xE010, 0xFE00...0xFE0F, 0xFFF0...0xFFFF, 0x1F1E6...0x1F1FF, 0x1F300...0x1FAFF,
      0x1F3FB...0x1F3FF, 0xE0020...0xE007F, 0x10FFF0...0x10FFFF, 0x0A...0x0A,
    ]
    var text = String.UnicodeScalarView()
    for _ in 0..<length {
      let range = ranges.randomElement(using: &random) ?? 0x20...0x7E
      guard let scalar = Unicode.Scalar(UInt32.random(in: range, using: &random)) else {
        continue
      }
      text.append(scalar)
    }
    return String(text)
  }
}

extension Unicode.Scalar {
  /// Whether a terminal would act on it or reorder text by it.
  package var isHarmful: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .unassigned: true
    case .privateUse: value > 0xFFFFF
    case .format: value != 0x200C && value != 0x200D
    default: false
    }
  }
}
