/// One row of a frame: spans from left to right.
///
/// The spans of a line never take more columns than the frame has; what they leave free is drawn
/// in the roles of ``fill``.
public struct Line: Sendable, Hashable {
  /// The pieces, from left to right.
  public var spans: [Span]
  /// What the rest of the row means.
  public var fill: RoleSet

  /// Makes a line.
  public init(_ spans: [Span] = [], fill: RoleSet = []) {
    self.spans = spans
    self.fill = fill
  }
}
