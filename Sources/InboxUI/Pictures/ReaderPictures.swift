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

    /// The room in a reader, of at most a number of rows.
    init(_ areas: ScreenAreas, rows: Int? = nil, in environment: ScreenEnvironment) {
      let form = ReaderForm(columns: areas.columns, textColumns: areas.textColumns)
      size = Size(
        columns: min(ReaderLayout(form).width, Self.most.columns),
        rows: min(rows ?? areas.contentRows, Self.most.rows))
      (glyphs, choice) = (environment.preferences.glyphs, environment.preferences.pictures)
      graphics = environment.graphics
    }

    /// Whether there is room for a recognizable picture.
    var isEnough: Bool { size.columns >= Self.fewestColumns }
  }

  /// The images of the message.
  private(set) var all: [MessageImage] = []
  private var choice = Choice.setting
  private var wanted: MessageImage?
  private var drawing: PictureDrawing?

  /// The request that is pending, or whose graphic is.
  var awaited: PictureRequest? { drawing?.isAwaited == true ? drawing?.request : nil }

  /// The graphic of the shown picture, and the size of the picture; nil without a graphic.
  var shownGraphic: (graphic: PictureGraphic, size: Size)? { drawing?.shown }

  /// The shown picture with its place; nil while there is none.
  var shown: CharacterPicture.Shown? {
    guard let picture = drawing?.picture, let wanted else { return nil }
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
    let isInSight = drawing.map { $0.progress != .failed } ?? false
    let place = wanted.flatMap(all.firstIndex)
    let next = all.dropFirst(place.map { $0 + 1 } ?? 0).first ?? (isInSight ? nil : all.first)
    choice = next.map(Choice.image) ?? .none
    // Retry an image that could not be shown.
    if !isInSight, next == wanted { drawing = nil }
    if next == nil { wanted = nil }
    return next
  }

  /// Updates the request for message, room and setting; a picture that fits is kept until the next.
  mutating func update(for message: Message?, in room: Room) {
    wanted = wantedImage(by: room.choice) ?? chosen
    let next = wantedRequest(of: message, in: room)
    guard next != drawing?.request else { return }
    let isKept =
      next?.source == drawing?.request.source
      && (drawing?.picture?.columns ?? 0) <= room.size.columns
    drawing = next.map { PictureDrawing(of: $0, after: isKept ? drawing : nil) }
  }

  /// Handles a picture or graphic, or nil for a failure; false if it is no longer requested.
  mutating func take(_ drawn: DrawnPicture?, of request: PictureRequest) -> Bool {
    drawing?.take(drawn, of: request) ?? false
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
