/// Colors of a span, such as a cell of a picture, which override those of its roles.
package struct SpanColors: Sendable, Hashable {
  /// Text color; nil uses that of the roles.
  package var foreground: Color?
  /// Background color; nil uses that of the roles.
  package var background: Color?
  /// Whether both are swapped.
  package var isReversed = false

  /// The style over that of the roles, reduced to the terminal's color depth.
  ///
  /// Unlike for text, both colors may become equal.
  package func style(over lower: Style, at depth: ColorDepth) -> Style {
    Style(
      foreground: (foreground ?? lower.foreground)?.reduced(to: depth),
      background: (background ?? lower.background)?.reduced(to: depth), reverse: isReversed)
  }
}

extension Frame {
  /// Whether a span has its own colors.
  package var hasSpanColors: Bool {
    lines.contains { line in line.spans.contains { $0.colors != nil } }
  }
}
