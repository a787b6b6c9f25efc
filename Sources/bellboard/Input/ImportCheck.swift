import BellboardSupport
import InboxCore
import InboxPayloads

/// Checks before an import that the inbox has room for it.
struct ImportCheck {
  private var forecast: ImportForecast
  private static let batchSize = 5_000

  /// Begins with the messages that are there; none in an inbox that is not made yet.
  ///
  /// - Throws: `InboxError`.
  init(of inbox: Inbox?, _ environment: UserEnvironment) throws {
    forecast = try ImportForecast(
      of: inbox ?? .inMemory(configuration: environment.inboxConfiguration(.full)))
  }

  /// Reads a file, and returns it to be read again.
  ///
  /// - Throws: `InboxError.overMaximum` if the inbox would have too many messages; ``InputError``.
  func checked(_ file: InputFile) throws -> InputFile {
    guard let maximum = forecast.maximum else { return file }
    let file = try file.readableAgain()
    defer { file.rewind() }
    // A record is a line, so most imports need no second decoding.
    let most = try forecast.count + lineCount(of: file)
    guard most > maximum else { return file }
    file.rewind()
    var counted = self
    try counted.count(file)
    try counted.forecast.check()
    return file
  }

  private func lineCount(of file: InputFile) throws -> Int {
    var count = 1
    try file.forEachPiece { piece in count += piece.count { $0 == UInt8(ascii: "\n") } }
    return count
  }

  /// Counts the messages that the records of a file would add.
  private mutating func count(_ file: InputFile) throws {
    var batch: [Payload] = []
    var lines = PayloadStream(PayloadDecoder(purpose: .import))
    func take(_ record: PayloadRecord) throws {
      guard case .success(let payload) = record.result else { return }
      batch.append(payload)
      guard batch.count >= Self.batchSize else { return }
      try forecast.add(batch)
      batch.removeAll(keepingCapacity: true)
    }
    try file.forEachPiece { piece in try lines.append(piece) { try take($0) } }
    try lines.finish { try take($0) }
    try forecast.add(batch)
  }
}
