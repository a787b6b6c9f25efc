import Foundation
import InboxCore
import InboxText

extension MessageImage {
  /// The status text for an image that the user requests.
  func status(in room: ReaderPictures.Room) -> StatusText {
    switch PictureSource(url) {
    case nil: return .badImage(shortName)
    case _ where !room.isEnough: return .noPictureRoom
    case .file, .stored: return .drawing(shortName)
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
  /// The pictures in the rows of the list.
  private(set) var thumbnails: [MessageNumber: PictureDrawing] = [:]
  /// The first request for a picture of a row in sight that is not drawn.
  private var awaitedThumbnail: PictureRequest?

  /// With more than these, all are dropped, and those in sight are drawn again.
  private static let mostThumbnails = 200

  /// Notes the pictures of the rows in sight.
  private mutating func want(_ requests: [PictureRequest]) {
    if thumbnails.count > Self.mostThumbnails { thumbnails = [:] }
    for request in requests where thumbnails[request.number]?.request != request {
      thumbnails[request.number] = PictureDrawing(of: request)
    }
    awaitedThumbnail = requests.first { thumbnails[$0.number]?.isAwaited == true }
    if !requests.isEmpty { needsGraphics = true }
  }
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
    if reader?.pictures.all.isEmpty == false, environment.preferences.pictures != .never {
      needsGraphics = true
    }
    let awaited = (isShown ? reader?.pictures.awaited : nil) ?? awaitedThumbnail
    guard awaited != running else { return [] }
    running = awaited
    return [.pane(awaited.map(PaneRequest.picture) ?? .stopPicture)]
  }

  /// Handles a drawn picture, the graphic over it, or nil for a failure, in a row, the preview or
  /// the reader.
  ///
  /// - Returns: Whether the user had requested the picture.
  static func take(
    _ drawn: DrawnPicture?, of request: PictureRequest, in state: inout UIState
  ) -> Bool {
    guard let split = state.shownSplit else {
      return state.pictures.take(drawn, of: request, for: &state.stack.reader, in: state.areas)
    }
    return state.pictures.take(drawn, of: request, for: &state.preview.reader, in: split.preview)
  }

  private mutating func take(
    _ drawn: DrawnPicture?, of request: PictureRequest, for reader: inout ReaderState?,
    in areas: ScreenAreas
  ) -> Bool {
    // With graphics, the request goes on until the graphic is drawn.
    let isLast = if case .characters = drawn { request.graphics == nil } else { true }
    if isLast, request == running { running = nil }
    if thumbnails[request.number]?.take(drawn, of: request) == true { return false }
    return reader?.takePicture(drawn, of: request, in: areas) == true
      && reader?.pictures.isChosen == true
  }
}

extension PictureState: ScreenPart {
  /// The requests for the pictures of the rows in sight.
  private static func thumbnails(in state: UIState) -> [PictureRequest] {
    guard state.screen.isList, state.hostOptions?.rows == nil,
      let size = state.rowOptions.pictureSize
    else { return [] }
    return state.list.visibleRows(in: state.listLayout).compactMap { row in
      row.picture.map { source in
        PictureRequest(
          number: row.number, source: source, size: size, glyphs: state.preferences.glyphs,
          graphics: state.environment.graphics)
      }
    }
  }

  /// Requests the picture of the message in the preview or the reader, then those of rows.
  static func requestReads(in state: inout UIState) {
    state.pictures.want(thumbnails(in: state))
    let isReading = state.stack.screens.contains(.reader)
    let (areas, environment) = (state.areas, state.environment)
    guard let split = state.shownSplit else {
      state.effects += state.pictures.request(
        for: &state.stack.reader, isShown: isReading, in: areas, environment)
      return
    }
    let rows = min(PreviewState.mostPictureRows, split.preview.contentRows / 2)
    state.effects += state.pictures.request(
      for: &state.preview.reader, isShown: true, in: split.preview, rows: rows, environment)
  }
}
