/// Colors of a span over those of its roles, as a cell of a picture has them.
package struct SpanColors: Sendable, Hashable {
  /// Color of the text; nil lets that of the roles show through.
  package var foreground: Color?
  /// Color of the ground; nil lets that of the roles show through.
  package var background: Color?
  /// Whether both are exchanged.
  package var isReversed: Bool

  /// Makes colors; those that are left out show through.
  package init(foreground: Color? = nil, background: Color? = nil, isReversed: Bool = false) {
    (self.foreground, self.background) = (foreground, background)
    self.isReversed = isReversed
  }

  /// The style of the span over that of its roles, in the colors that a terminal has.
  ///
  /// Other than for a text, two colors may come to be one.
  package func style(over lower: Style, at depth: ColorDepth) -> Style {
    Style(
      foreground: (foreground ?? lower.foreground)?.reduced(to: depth),
      background: (background ?? lower.background)?.reduced(to: depth), reverse: isReversed)
  }
}

extension Frame {
  /// Whether a span of it has colors of its own.
  package var hasSpanColors: Bool {
    lines.contains { line in line.spans.contains { $0.colors != nil } }
  }
}
