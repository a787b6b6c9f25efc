import InboxCore

/// The images of the message in the reader: the one that is wanted, and its picture.
struct ReaderPictures: Sendable, Hashable {
  /// Which image a person wants to see.
  private enum Choice: Hashable {
    /// None yet: what the setting says.
    case setting
    case none
    case attachment(Int)
  }

  /// How far the picture of the wanted image is.
  private enum Progress: Hashable {
    case none, awaited, shown, failed
  }

  /// Columns and rows that a picture may take, and its signs.
  struct Room: Hashable {
    var size: Size
    var glyphs: GlyphSet
    var choice: PictureChoice

    /// Fewest columns of a picture in which something can be made out.
    private static let fewestColumns = 20
    /// Most columns and rows of a picture, which has no more colors than these cells.
    private static let most = Size(columns: 200, rows: 20)

    init(columns: Int, rows: Int, glyphs: GlyphSet, choice: PictureChoice) {
      size = Size(columns: min(columns, Self.most.columns), rows: min(rows, Self.most.rows))
      (self.glyphs, self.choice) = (glyphs, choice)
    }

    /// Whether a picture is worth its room.
    var isEnough: Bool { size.columns >= Self.fewestColumns }
  }

  private var choice = Choice.setting
  private var progress = Progress.none
  private var request: PictureRequest?
  private var index: Int?
  private var picture: CharacterPicture?

  /// The request that has no answer yet.
  var awaited: PictureRequest? { progress == .awaited ? request : nil }

  /// The picture below its attachment; nil while there is none.
  var shown: CharacterPicture.Shown? {
    guard let picture, let index else { return nil }
    return CharacterPicture.Shown(attachment: index, picture: picture)
  }

  /// Whether a person has asked for the picture.
  var isChosen: Bool { choice != .setting }

  /// Goes on to the next image of a message, and after the last one to none.
  ///
  /// - Returns: The index of its attachment; nil for none.
  mutating func chooseNext(in message: Message) -> Int? {
    let images = Self.images(of: message)
    let isInSight = progress == .awaited || progress == .shown
    let next = images.first { $0 > index ?? -1 } ?? (isInSight ? nil : images.first)
    choice = next.map(Choice.attachment) ?? .none
    // An image that could not be shown is tried again.
    if !isInSight, next == index { (request, progress) = (nil, .none) }
    if next == nil { index = nil }
    return next
  }

  /// Fits the request to message, room and setting; a picture that fits stays until the next.
  mutating func update(for message: Message?, in room: Room) {
    index = wantedIndex(in: message, room.choice) ?? chosenIndex
    let wanted = wantedRequest(of: message, in: room)
    guard wanted != request else { return }
    let isSame = wanted != nil && wanted?.source == request?.source
    if !isSame || (picture?.columns ?? 0) > room.size.columns { picture = nil }
    request = wanted
    progress = wanted == nil ? .none : .awaited
  }

  /// Takes a picture in; false when another one is wanted by now.
  mutating func receive(_ picture: CharacterPicture, for request: PictureRequest) -> Bool {
    guard request == awaited else { return false }
    self.picture = picture
    progress = .shown
    return true
  }

  /// Ends the wait for a picture; false when another one is wanted by now.
  mutating func fail(_ request: PictureRequest) -> Bool {
    guard request == awaited else { return false }
    picture = nil
    progress = .failed
    return true
  }

  /// The indexes of the attachments that are images.
  static func images(of message: Message) -> [Int] {
    message.attachments.indices.filter { message.attachments[$0].isImage }
  }

  private var chosenIndex: Int? {
    if case .attachment(let index) = choice { index } else { nil }
  }

  private func wantedIndex(in message: Message?, _ setting: PictureChoice) -> Int? {
    guard let message, setting != .never else { return nil }
    switch choice {
    case .none: return nil
    case .attachment(let index): return message.attachments.indices.contains(index) ? index : nil
    case .setting:
      guard setting == .always else { return nil }
      return Self.images(of: message).first {
        PictureSource(message.attachments[$0].url)?.isFile == true
      }
    }
  }

  private func wantedRequest(of message: Message?, in room: Room) -> PictureRequest? {
    guard room.isEnough, let message, let index = wantedIndex(in: message, room.choice),
      let source = PictureSource(message.attachments[index].url)
    else { return nil }
    return PictureRequest(
      number: message.number, source: source, size: room.size, glyphs: room.glyphs)
  }
}
