import InboxCore

/// The images of the message in the reader: the one that is wanted, and its picture.
struct ReaderPictures: Sendable, Hashable {
  /// Which image a person wants to see.
  private enum Choice: Hashable {
    /// None yet: what the setting says.
    case setting
    case none
    case image(MessageImage)
  }

  /// How far the picture of the wanted image is.
  private enum Progress: Hashable {
    case none, awaited, shown, failed
    /// The characters are shown, and the graphic over them is awaited.
    case drawn
  }

  /// Columns and rows that a picture may take, and its signs.
  struct Room: Hashable {
    var size: Size
    var glyphs: GlyphSet
    var choice: PictureChoice
    /// What the terminal is known to show beside characters.
    var graphics: TerminalGraphics?

    /// Fewest columns of a picture in which something can be made out.
    private static let fewestColumns = 20
    /// Most columns and rows of a picture, which has no more colors than these cells.
    private static let most = Size(columns: 200, rows: 20)

    init(
      columns: Int, rows: Int, glyphs: GlyphSet, choice: PictureChoice,
      graphics: TerminalGraphics?
    ) {
      size = Size(columns: min(columns, Self.most.columns), rows: min(rows, Self.most.rows))
      (self.glyphs, self.choice, self.graphics) = (glyphs, choice, graphics)
    }

    /// Whether a picture is worth its room.
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

  /// The request that has no answer yet, or lacks its graphic.
  var awaited: PictureRequest? { [.awaited, .drawn].contains(progress) ? request : nil }

  /// The graphic of the picture that is shown, and the cells of that picture.
  var shownGraphic: (graphic: PictureGraphic, size: Size)? {
    guard let graphic, let size = picture?.size else { return nil }
    return (graphic, size)
  }

  /// The picture with its place; nil while there is none.
  var shown: CharacterPicture.Shown? {
    guard let picture, let wanted else { return nil }
    return CharacterPicture.Shown(place: wanted.place, picture: picture)
  }

  /// Whether the picture that is shown is of the last image.
  var isLastShown: Bool { shown != nil && wanted == all.last }

  /// Takes the images of a message in, once for each version of it.
  mutating func take(_ message: Message) {
    all = MessageImage.images(of: message)
  }

  /// Whether a person has asked for the picture.
  var isChosen: Bool { choice != .setting }

  /// Goes on to the next image, and after the last one to none.
  mutating func chooseNext() -> MessageImage? {
    let isInSight = [.awaited, .drawn, .shown].contains(progress)
    let place = wanted.flatMap(all.firstIndex)
    let next = all.dropFirst(place.map { $0 + 1 } ?? 0).first ?? (isInSight ? nil : all.first)
    choice = next.map(Choice.image) ?? .none
    // An image that could not be shown is tried again.
    if !isInSight, next == wanted { (request, progress) = (nil, .none) }
    if next == nil { wanted = nil }
    return next
  }

  /// Fits the request to message, room and setting; a picture that fits stays until the next.
  mutating func update(for message: Message?, in room: Room) {
    wanted = wantedImage(by: room.choice) ?? chosen
    let next = wantedRequest(of: message, in: room)
    guard next != request else { return }
    let isSame = next != nil && next?.source == request?.source
    if !isSame || (picture?.columns ?? 0) > room.size.columns { picture = nil }
    (request, graphic) = (next, nil)
    progress = next == nil ? .none : .awaited
  }

  /// Takes a picture in; false when another one is wanted by now.
  mutating func receive(_ picture: CharacterPicture, for request: PictureRequest) -> Bool {
    guard request == awaited else { return false }
    self.picture = picture
    progress = request.graphics == nil ? .shown : .drawn
    return true
  }

  /// Takes the graphic of the picture in, nil where none could be made; false when another one is
  /// wanted by now.
  mutating func receive(_ graphic: PictureGraphic?, for request: PictureRequest) -> Bool {
    guard request == self.request, progress == .drawn else { return false }
    progress = .shown
    // One that covers other cells would hide a text.
    self.graphic = graphic.flatMap { picture?.holds($0) == true ? $0 : nil }
    return true
  }

  /// Ends the wait for a picture; false when another one is wanted by now.
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
      // What a text names is its sender's choice, and is read only when it is asked for.
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
