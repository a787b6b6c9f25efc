package import Foundation
package import InboxCore

/// The setting of which images the reader shows as pictures.
package enum PictureChoice: String, CaseIterable, Sendable, Hashable {
  /// On demand, by a key.
  case ask
  /// Also the first attached local file of a message, automatically.
  case always
  /// None.
  case never
}

/// The source of an image: a local file or a link.
package enum PictureSource: Sendable, Hashable {
  /// The absolute path of a local file.
  case file(String)
  /// An `http` or `https` link.
  case link(Link)

  /// Parses a path or URL; nil if it is neither a local file nor such a link.
  init?(_ url: String) {
    if url.hasPrefix("/") {
      self.init(path: url)
    } else if let file = URL(string: url), file.isFileURL {
      let isHere = ["", "localhost"].contains(file.host(percentEncoded: false) ?? "")
      guard isHere else { return nil }
      self.init(path: file.path(percentEncoded: false))
    } else if let link = try? Link(url), ["http", "https"].contains(link.scheme) {
      self = .link(link)
    } else {
      return nil
    }
  }

  private init?(path: String) {
    guard path.hasPrefix("/"), !path.utf8.contains(0) else { return nil }
    self = .file(path)
  }

  /// Whether it is a local file.
  var isFile: Bool {
    if case .file = self { true } else { false }
  }
}

/// A request to draw the picture of an image.
package struct PictureRequest: Sendable, Hashable {
  /// The message of the image.
  package var number: MessageNumber
  /// The source of the image.
  package var source: PictureSource
  /// Maximum columns and rows of the picture.
  package var size: Size
  /// The characters to draw it with.
  package var glyphs: GlyphSet
  /// The graphics support of the terminal; nil for none.
  package var graphics: TerminalGraphics?

  /// Creates a request.
  package init(
    number: MessageNumber, source: PictureSource, size: Size, glyphs: GlyphSet,
    graphics: TerminalGraphics? = nil
  ) {
    (self.number, self.source, self.size, self.glyphs) = (number, source, size, glyphs)
    self.graphics = graphics
  }
}

extension PictureRequest: Request {
  package var effect: Effect { .pane(.picture(self)) }

  package func receive(_ picture: DrawnPicture, in state: inout UIState, at now: Date) -> [Effect] {
    let keymap = state.keymap
    let status = state.usePicture { pictures, reader, areas in
      pictures.receive(picture, of: self, for: &reader, in: areas, keymap: keymap)
    }
    if let status { state.showStatus(status, at: now) }
    return []
  }

  /// Ends the wait after a failure; false if nobody asked for the picture.
  func fail(in state: inout UIState) -> Bool {
    state.usePicture { pictures, reader, areas in
      pictures.fail(self, for: &reader, in: areas)
    }
  }
}

extension UIState {
  /// Handles a picture, or its failure, in the preview or the reader.
  fileprivate mutating func usePicture<Answer>(
    _ use: (inout PictureState, inout ReaderState?, ScreenAreas) -> Answer
  ) -> Answer {
    guard let shownSplit else { return use(&pictures, &stack.reader, areas) }
    return use(&pictures, &preview.reader, shownSplit.preview)
  }
}

/// The result of drawing an image: first the picture, then a graphic if the terminal supports it.
package enum DrawnPicture: Sendable, Hashable {
  /// The picture of characters.
  case characters(CharacterPicture)
  /// The graphic over the picture; nil if none could be made.
  case graphic(PictureGraphic?)
}
