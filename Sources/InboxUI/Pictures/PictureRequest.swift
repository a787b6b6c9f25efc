import Foundation
package import InboxCore

/// The choice of which images the reader shows as pictures.
package enum PictureChoice: String, CaseIterable, Sendable, Hashable {
  /// Those that a key asks for.
  case ask
  /// Also the first file of this machine that a message has, without being asked.
  case always
  /// None.
  case never
}

/// The place of an image: a file of this machine, or a link.
package enum PictureSource: Sendable, Hashable {
  /// The whole path of a file.
  case file(String)
  /// A link of the scheme `http` or `https`.
  case link(Link)

  /// Takes the place of an attachment; nil for what is neither a file nor such a link.
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

  /// Whether it is a file of this machine.
  var isFile: Bool {
    if case .file = self { true } else { false }
  }
}

/// A request for the picture of an image.
package struct PictureRequest: Sendable, Hashable {
  /// The message of the image.
  package var number: MessageNumber
  /// Where the image is.
  package var source: PictureSource
  /// Most columns and rows of the picture.
  package var size: Size
  /// The signs of which it is made.
  package var glyphs: GlyphSet
  /// The graphics that the terminal has beside; nil for none.
  package var graphics: TerminalGraphics?

  /// Makes a request.
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
  package func answered(_ picture: DrawnPicture) -> AnsweredRequest { .picture(self, picture) }
}

/// What was drawn of an image: its picture, and after it a graphic where the terminal has any.
package enum DrawnPicture: Sendable, Hashable {
  /// The picture of characters.
  case characters(CharacterPicture)
  /// The graphic over the picture; nil where none could be made.
  case graphic(PictureGraphic?)
}
