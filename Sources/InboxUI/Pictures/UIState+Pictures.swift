import Foundation
import InboxCore
import InboxText

extension UIState {
  /// Shows an image of the message, the next one, or none any more.
  mutating func showPicture(at now: Date) {
    guard reader?.message != nil else { return }
    guard preferences.pictures != .never else {
      showStatus(.picturesOff, at: now)
      return
    }
    guard reader?.hasImages == true else {
      showStatus(.noImage, at: now)
      return
    }
    let room = pictureRoom
    guard let image = reader?.chooseNextPicture(in: room) else {
      showStatus(.pictureHidden, at: now)
      return
    }
    tell(of: image, in: room, at: now)
  }

  /// Says what becomes of an image that is asked for.
  private mutating func tell(
    of image: MessageImage, in room: ReaderPictures.Room, at now: Date
  ) {
    let name = image.shortName
    switch PictureSource(image.url) {
    case nil: showStatus(.badImage(name), at: now)
    case _ where !room.isEnough: showStatus(.noPictureRoom, at: now)
    case .file: showStatus(.drawing(name), at: now)
    case .link(let link):
      let host = URL(string: link.text)?.host() ?? link.text
      let shown = TextLayout.truncate(host.printable(), columns: 40)
      showStatus(.fetching(name, host: shown), at: now)
    }
  }

  /// Columns and rows for the picture of an image.
  private var pictureRoom: ReaderPictures.Room {
    let areas = areas
    let form = ReaderForm(columns: areas.columns, textColumns: areas.textColumns)
    return ReaderPictures.Room(
      columns: ReaderLayout(form).width, rows: areas.contentRows, glyphs: preferences.glyphs,
      choice: preferences.pictures, graphics: environment.graphics)
  }

  /// Asks for the picture that the reader lacks, or ends the work on one that nobody awaits.
  mutating func requestPicture() -> [Effect] {
    let (room, areas) = (pictureRoom, areas)
    reader?.updatePictures(for: room, in: areas)
    if reader?.hasImages == true, preferences.pictures != .never { pictures.needsGraphics = true }
    let awaited = screens.contains(.reader) ? reader?.awaitedPicture : nil
    guard awaited != pictures.running else { return [] }
    pictures.running = awaited
    return [.pane(awaited.map(PaneRequest.picture) ?? .stopPicture)]
  }

  /// Shows a picture, and after it the graphic over it.
  mutating func receive(_ drawn: DrawnPicture, of request: PictureRequest, at now: Date) {
    switch drawn {
    case .characters(let picture): receive(picture, for: request, at: now)
    case .graphic(let graphic): receive(graphic, for: request)
    }
  }

  /// Takes a picture in, unless another one is awaited by now.
  private mutating func receive(
    _ picture: CharacterPicture, for request: PictureRequest, at now: Date
  ) {
    // Its graphic is still being made.
    if request == pictures.running, request.graphics == nil { pictures.running = nil }
    let (areas, isNew) = (areas, reader?.showsPicture == false)
    guard reader?.receive(picture, for: request, in: areas) == true, isNew,
      reader?.isPictureChosen == true
    else { return }
    let isLast = reader?.showsLastPicture == true
    let key = keymap.names(of: .viewing(.showPicture), in: .reader).first
    showStatus(.pictureShown(isLast: isLast, key: key), at: now)
  }

  /// Takes the graphic of a picture in; without one the characters stay.
  private mutating func receive(_ graphic: PictureGraphic?, for request: PictureRequest) {
    if request == pictures.running { pictures.running = nil }
    reader?.receive(graphic, for: request)
  }

  /// The graphics that the terminal is to be asked for, once a message with an image was shown.
  package var graphicsChoice: GraphicsChoice {
    pictures.needsGraphics ? preferences.graphics : .characters
  }

  /// Says why there is no picture, if a person has asked for it.
  mutating func failPicture(_ request: PictureRequest, _ reason: String, at now: Date) {
    if request == pictures.running { pictures.running = nil }
    let areas = areas
    guard reader?.failPicture(request, in: areas) == true, reader?.isPictureChosen == true else {
      return
    }
    showStatus(.failure(reason), at: now)
  }
}
