import Foundation
import InboxCore
import InboxText

extension ReaderPictures.Room {
  /// Columns and rows for the picture of an image in a reader.
  init(_ areas: ScreenAreas, in environment: ScreenEnvironment) {
    let form = ReaderForm(columns: areas.columns, textColumns: areas.textColumns)
    let preferences = environment.preferences
    self.init(
      columns: ReaderLayout(form).width, rows: areas.contentRows, glyphs: preferences.glyphs,
      choice: preferences.pictures, graphics: environment.graphics)
  }
}

extension ReaderState {
  /// Shows an image of the message, the next one, or none any more.
  ///
  /// - Returns: What the status line says; nil while no message is there.
  mutating func showPicture(
    in areas: ScreenAreas, _ environment: ScreenEnvironment
  ) -> StatusText? {
    guard message != nil else { return nil }
    guard environment.preferences.pictures != .never else { return .picturesOff }
    guard hasImages else { return .noImage }
    let room = ReaderPictures.Room(areas, in: environment)
    guard let image = chooseNextPicture(in: room) else { return .pictureHidden }
    return image.status(in: room)
  }
}

extension MessageImage {
  /// What becomes of an image that a person asks for.
  fileprivate func status(in room: ReaderPictures.Room) -> StatusText {
    switch PictureSource(url) {
    case nil: return .badImage(shortName)
    case _ where !room.isEnough: return .noPictureRoom
    case .file: return .drawing(shortName)
    case .link(let link):
      let host = URL(string: link.text)?.host() ?? link.text
      return .fetching(shortName, host: TextLayout.truncate(host.printable(), columns: 40))
    }
  }
}

/// The work on pictures for readers.
struct PictureState: Sendable {
  /// The picture that the pane is making.
  var running: PictureRequest?
  /// Whether a message with an image has been shown, so that the terminal is asked for graphics.
  var needsGraphics = false
}

extension PictureState {
  /// Requests the picture that a reader lacks, or ends the work on one that nobody awaits.
  ///
  /// - Parameters:
  ///   - reader: The reader; its pictures are fitted to the room.
  ///   - isShown: Whether it is among the screens.
  ///   - areas: The room of readers.
  ///   - environment: The environment of the screen.
  /// - Returns: The request; none while the picture holds or is being made.
  mutating func request(
    for reader: inout ReaderState?, isShown: Bool, in areas: ScreenAreas,
    _ environment: ScreenEnvironment
  ) -> [Effect] {
    reader?.updatePictures(for: ReaderPictures.Room(areas, in: environment), in: areas)
    if reader?.hasImages == true, environment.preferences.pictures != .never {
      needsGraphics = true
    }
    let awaited = isShown ? reader?.awaitedPicture : nil
    guard awaited != running else { return [] }
    running = awaited
    return [.pane(awaited.map(PaneRequest.picture) ?? .stopPicture)]
  }

  /// Shows a picture in the reader that awaits it, and after it the graphic over it.
  ///
  /// - Returns: What the status line says; nil where a person has not asked for the picture.
  mutating func receive(
    _ drawn: DrawnPicture, of request: PictureRequest, for reader: inout ReaderState?,
    in areas: ScreenAreas, keymap: Keymap
  ) -> StatusText? {
    switch drawn {
    case .characters(let picture):
      // Its graphic is still being made.
      if request == running, request.graphics == nil { running = nil }
      let isNew = reader?.showsPicture == false
      guard reader?.receive(picture, for: request, in: areas) == true, isNew,
        reader?.isPictureChosen == true
      else { return nil }
      let key = keymap.names(of: .viewing(.showPicture), in: .reader).first
      return .pictureShown(isLast: reader?.showsLastPicture == true, key: key)
    case .graphic(let graphic):
      if request == running { running = nil }
      reader?.receive(graphic, for: request)
      return nil
    }
  }

  /// Ends the wait for a picture that cannot be made.
  ///
  /// - Returns: Whether a person has asked for it.
  mutating func fail(
    _ request: PictureRequest, for reader: inout ReaderState?, in areas: ScreenAreas
  ) -> Bool {
    if request == running { running = nil }
    return reader?.failPicture(request, in: areas) == true && reader?.isPictureChosen == true
  }
}
