extension Color {
  /// The nearest colour that a terminal of this depth can show.
  ///
  /// Nearness is what the eye sees (the distance in OKLab). Colours of the user's own palette
  /// (the first 16) are never the answer for 256, because nobody knows what they look like; for
  /// 16 they are taken as xterm has them.
  public func reduced(to depth: ColorDepth) -> Color {
    switch (depth, self) {
    case (.direct, _), (_, .default): self
    case (.none, _): .default
    case (.indexed256, .indexed): self
    case (.indexed256, .rgb(let red, let green, let blue)):
      Self.nearest(to: OKLab(red, green, blue), in: OKLab.indexed, startingAt: 16)
    case (.ansi16, .indexed(let index)) where index < 16: self
    case (.ansi16, .indexed(let index)):
      Self.nearest(to: OKLab.indexed[Int(index) - 16], in: OKLab.ansi, startingAt: 0)
    case (.ansi16, .rgb(let red, let green, let blue)):
      Self.nearest(to: OKLab(red, green, blue), in: OKLab.ansi, startingAt: 0)
    }
  }

  private static func nearest(
    to wanted: OKLab, in palette: [OKLab], startingAt first: Int
  ) -> Color {
    var best = 0
    var bestDistance = Float.infinity
    for (index, candidate) in palette.enumerated() {
      let distance = wanted.squaredDistance(to: candidate)
      guard distance < bestDistance else { continue }
      best = index
      bestDistance = distance
    }
    return .indexed(UInt8(first + best))
  }
}

extension Style {
  /// The same style in the colours that a terminal of this depth can show.
  public func reduced(to depth: ColorDepth) -> Style {
    var style = self
    style.foreground = foreground?.reduced(to: depth)
    style.background = background?.reduced(to: depth)
    return style
  }
}
