/// The work on pictures for readers.
struct PictureState: Sendable {
  /// The picture that the pane is making.
  var running: PictureRequest?
  /// Whether a message with an image has been shown, so that the terminal is asked for graphics.
  var needsGraphics = false
}
