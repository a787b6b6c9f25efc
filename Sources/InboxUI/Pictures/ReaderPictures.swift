import InboxCore

/// The images of the message in the reader: the selected one, and its picture.
struct ReaderPictures: Sendable, Hashable {
  /// The user's choice of an image.
  private enum Choice: Hashable {
    /// None yet: by the setting.
    case setting
    case none
    case image(MessageImage)
  }

  /// The progress of drawing the selected image.
  private enum Progress: Hashable {
    case none, awaited, shown, failed
    /// The characters are shown, and the graphic over them is pending.
    case drawn
  }

  /// The room for a picture, and how it may be drawn.
  struct Room: Hashable {
    var size: Size
    var glyphs: GlyphSet
    var choice: PictureChoice
    /// The known graphics support of the terminal; nil for none.
    var graphics: TerminalGraphics?

    /// Minimum columns of a recognizable picture.
    private static let fewestColumns = 20
    /// Maximum columns and rows of a picture, which also bound its number of colors.
    private static let most = Size(columns: 200, rows: 20)

    init(
      columns: Int, rows: Int, glyphs: GlyphSet, choice: PictureChoice,
      graphics: TerminalGraphics?
    ) {
      size = Size(columns: min(columns, Self.most.columns), rows: min(rows, Self.most.rows))
      (self.glyphs, self.choice, self.graphics) = (glyphs, choice, graphics)
    }

    /// Whether there is room for a recognizable picture.
    var isEnough: Bool { size.columns >= Self.fewestColumns }
  }

  /// The images of the message.
  private(set) var all: [MessageImage] = []
  private var choice = Choice.setting
  private var progress = Progress.none
  private var request: PictureRequest?
  private var wanted: MessageImage?
  private var picture: CharacterPicture?
  private var graphic: PictureGraphic?

  /// The request that is pending, or whose graphic is.
  var awaited: PictureRequest? { [.awaited, .drawn].contains(progress) ? request : nil }

  /// The graphic of the shown picture, and the size of the picture; nil without a graphic.
  var shownGraphic: (graphic: PictureGraphic, size: Size)? {
    guard let graphic, let size = picture?.size else { return nil }
    return (graphic, size)
  }

  /// The shown picture with its place; nil while there is none.
  var shown: CharacterPicture.Shown? {
    guard let picture, let wanted else { return nil }
    return CharacterPicture.Shown(place: wanted.place, picture: picture)
  }

  /// Whether the shown picture is that of the last image.
  var isLastShown: Bool { shown != nil && wanted == all.last }

  /// Finds the images of a message; called once for each version of it.
  mutating func take(_ message: Message) {
    all = MessageImage.images(of: message)
  }

  /// Whether the user has requested the picture.
  var isChosen: Bool { choice != .setting }

  /// Selects the next image; after the last one, none.
  mutating func chooseNext() -> MessageImage? {
    let isInSight = [.awaited, .drawn, .shown].contains(progress)
    let place = wanted.flatMap(all.firstIndex)
    let next = all.dropFirst(place.map { $0 + 1 } ?? 0).first ?? (isInSight ? nil : all.first)
    choice = next.map(Choice.image) ?? .none
    // Retry an image that could not be shown.
    if !isInSight, next == wanted { (request, progress) = (nil, .none) }
    if next == nil { wanted = nil }
    return next
  }

  /// Updates the request for message, room and setting; a picture that fits is kept until the next.
  mutating func update(for message: Message?, in room: Room) {
    wanted = wantedImage(by: room.choice) ?? chosen
    let next = wantedRequest(of: message, in: room)
    guard next != request else { return }
    let isSame = next != nil && next?.source == request?.source
    if !isSame || (picture?.columns ?? 0) > room.size.columns { picture = nil }
    (request, graphic) = (next, nil)
    progress = next == nil ? .none : .awaited
  }

  /// Handles a drawn picture; false if it is no longer requested.
  mutating func receive(_ picture: CharacterPicture, for request: PictureRequest) -> Bool {
    guard request == awaited else { return false }
    self.picture = picture
    progress = request.graphics == nil ? .shown : .drawn
    return true
  }

  /// Handles a drawn graphic, nil if none could be made; false if it is no longer requested.
  mutating func receive(_ graphic: PictureGraphic?, for request: PictureRequest) -> Bool {
    guard request == self.request, progress == .drawn else { return false }
    progress = .shown
    // A graphic beyond the cells of the picture would hide text.
    self.graphic = graphic.flatMap { picture?.holds($0) == true ? $0 : nil }
    return true
  }

  /// Handles a failure; false if the picture is no longer requested.
  mutating func fail(_ request: PictureRequest) -> Bool {
    guard request == awaited else { return false }
    picture = nil
    progress = .failed
    return true
  }

  private var chosen: MessageImage? {
    if case .image(let image) = choice { image } else { nil }
  }

  private func wantedImage(by setting: PictureChoice) -> MessageImage? {
    guard setting != .never else { return nil }
    switch choice {
    case .none: return nil
    case .image(let image): return all.contains(image) ? image : nil
    case .setting:
      guard setting == .always else { return nil }
      // The sender chooses the images of a text, so they are read only on request.
      return all.first { $0.isAttachment && PictureSource($0.url)?.isFile == true }
    }
  }

  private func wantedRequest(of message: Message?, in room: Room) -> PictureRequest? {
    guard room.isEnough, let message, let image = wantedImage(by: room.choice),
      let source = PictureSource(image.url)
    else { return nil }
    return PictureRequest(
      number: message.number, source: source, size: room.size, glyphs: room.glyphs,
      graphics: room.graphics)
  }
}
