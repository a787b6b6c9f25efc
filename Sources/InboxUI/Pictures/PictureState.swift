import Foundation
import InboxCore
import InboxText

extension ReaderPictures.Room {
  /// The room for a picture in a reader, of at most a number of rows.
  init(_ areas: ScreenAreas, rows: Int? = nil, in environment: ScreenEnvironment) {
    let form = ReaderForm(columns: areas.columns, textColumns: areas.textColumns)
    let preferences = environment.preferences
    self.init(
      columns: ReaderLayout(form).width, rows: rows ?? areas.contentRows,
      glyphs: preferences.glyphs,
      choice: preferences.pictures, graphics: environment.graphics)
  }
}

extension ReaderState {
  /// Shows the first or next image of the message, or hides the last one.
  ///
  /// - Returns: The text of the status line; nil while no message is loaded.
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
  /// The status text for an image that the user requests.
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

/// The state of drawing pictures for the reader.
struct PictureState: Sendable {
  /// The request that the pane is working on.
  var running: PictureRequest?
  /// Whether a message with an image was shown, so that the terminal is queried for graphics.
  var needsGraphics = false
}

extension PictureState {
  /// Requests a missing picture, or cancels a request that is no longer needed.
  ///
  /// - Parameters:
  ///   - reader: The reader; its pictures are updated for the room.
  ///   - isShown: Whether the reader is on the stack.
  ///   - areas: The areas of the reader.
  ///   - rows: Maximum rows of the picture; nil for the whole height.
  ///   - environment: The environment of the screen.
  /// - Returns: The request or cancellation; none while the picture is current or being drawn.
  mutating func request(
    for reader: inout ReaderState?, isShown: Bool, in areas: ScreenAreas, rows: Int? = nil,
    _ environment: ScreenEnvironment
  ) -> [Effect] {
    let room = ReaderPictures.Room(areas, rows: rows, in: environment)
    reader?.updatePictures(for: room, in: areas)
    if reader?.hasImages == true, environment.preferences.pictures != .never {
      needsGraphics = true
    }
    let awaited = isShown ? reader?.awaitedPicture : nil
    guard awaited != running else { return [] }
    running = awaited
    return [.pane(awaited.map(PaneRequest.picture) ?? .stopPicture)]
  }

  /// Handles a drawn picture, or the graphic over it, for the reader that requested it.
  ///
  /// - Returns: The text of the status line; nil if the user has not requested the picture.
  mutating func receive(
    _ drawn: DrawnPicture, of request: PictureRequest, for reader: inout ReaderState?,
    in areas: ScreenAreas, keymap: Keymap
  ) -> StatusText? {
    switch drawn {
    case .characters(let picture):
      // With graphics, the request goes on until the graphic is drawn.
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

  /// Handles the failure of a request.
  ///
  /// - Returns: Whether the user had requested the picture.
  mutating func fail(
    _ request: PictureRequest, for reader: inout ReaderState?, in areas: ScreenAreas
  ) -> Bool {
    if request == running { running = nil }
    return reader?.failPicture(request, in: areas) == true && reader?.isPictureChosen == true
  }
}

extension PictureState: ScreenPart {
  /// Requests the picture of the message in the preview or the reader.
  static func requestReads(in state: inout UIState, at now: Date) -> [Effect] {
    let isReading = state.screens.contains(.reader)
    let (areas, environment) = (state.areas, state.environment)
    guard let split = state.shownSplit else {
      return state.pictures.request(
        for: &state.stack.reader, isShown: isReading, in: areas, environment)
    }
    let rows = min(PreviewState.mostPictureRows, split.preview.contentRows / 2)
    return state.pictures.request(
      for: &state.preview.reader, isShown: true, in: split.preview, rows: rows, environment)
  }
}
