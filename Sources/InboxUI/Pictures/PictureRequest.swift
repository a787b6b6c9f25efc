import Foundation
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
  /// A stored file.
  case stored(AttachmentReference)
  /// An `http` or `https` link.
  case link(Link)

  /// Parses a path or URL; nil if it is neither a local file nor such a link.
  init?(_ url: String) {
    if let reference = AttachmentReference(link: url) {
      self = .stored(reference)
    } else if url.hasPrefix("/") {
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
    if case .link = self { false } else { true }
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
}

extension PictureRequest: Request {
  package var effect: Effect { .pane(.picture(self)) }

  package func receive(_ drawn: DrawnPicture, in state: inout UIState) {
    let wasShown = state.pictured?.pictures.shown != nil
    guard PictureState.take(drawn, of: self, in: &state), case .characters = drawn, !wasShown
    else { return }
    let key = state.keymap.names(of: .viewing(.showPicture), in: .reader).first
    let isLast = state.pictured?.pictures.isLastShown == true
    state.showStatus(.pictureShown(isLast: isLast, key: key))
  }

  /// Ends the wait after a failure; false if nobody asked for the picture.
  func fail(in state: inout UIState) -> Bool { PictureState.take(nil, of: self, in: &state) }
}

/// A picture that is being drawn for a request: first characters, then the graphic over them.
struct PictureDrawing: Sendable, Hashable {
  /// How far it is.
  enum Progress: Hashable {
    case awaited, shown, failed
    /// The characters are shown, and the graphic over them is pending.
    case drawn
  }

  let request: PictureRequest
  private(set) var progress = Progress.awaited
  private(set) var picture: CharacterPicture?
  private var graphic: PictureGraphic?

  /// Begins with the picture of an earlier request, which is shown until the next is drawn.
  init(of request: PictureRequest, after earlier: PictureDrawing? = nil) {
    (self.request, picture) = (request, earlier?.picture)
  }

  /// Whether the picture or its graphic is pending.
  var isAwaited: Bool { progress == .awaited || progress == .drawn }

  /// The graphic, and the size of the picture; nil without a graphic.
  var shown: (graphic: PictureGraphic, size: Size)? {
    guard let graphic, let size = picture?.size else { return nil }
    return (graphic, size)
  }

  /// Handles a picture or graphic, or nil for a failure; false if it is not requested.
  mutating func take(_ drawn: DrawnPicture?, of request: PictureRequest) -> Bool {
    guard request == self.request, isAwaited else { return false }
    switch drawn {
    case .characters(let picture):
      self.picture = picture
      progress = request.graphics == nil ? .shown : .drawn
    case .graphic(let graphic):
      guard progress == .drawn else { return false }
      progress = .shown
      // A graphic beyond the cells of the picture would hide text.
      self.graphic = graphic.flatMap { picture?.holds($0) == true ? $0 : nil }
    case nil: (picture, progress) = (nil, .failed)
    }
    return true
  }
}

/// The result of drawing an image: first the picture, then a graphic if the terminal supports it.
package enum DrawnPicture: Sendable, Hashable {
  /// The picture of characters.
  case characters(CharacterPicture)
  /// The graphic over the picture; nil if none could be made.
  case graphic(PictureGraphic?)
}
