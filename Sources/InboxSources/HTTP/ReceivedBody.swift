import HummingbirdCore
import InboxCore
import NIOCore

/// The body of a request, in memory up to a limit or as a file of the inbox.
struct ReceivedBody: Sendable {
  /// Maximum bytes in memory.
  private let limit: Int
  /// The folder for a longer body; nil if it is refused.
  private let folder: AttachmentFolder?
  /// The bytes in memory.
  private(set) var bytes: [UInt8] = []
  /// The file; nil if the body is in memory.
  private(set) var upload: AttachmentUpload?
  /// Its share of the memory budget; nil for a discarded body.
  var share: BodyShare?
  /// The reason why the body is discarded.
  private(set) var problem: HTTPProblem?

  /// Maximum bytes that are discarded, so that the client reads the response.
  private static let mostDiscarded = 1_024 * 1_024

  /// Starts with no bytes.
  ///
  /// - Parameters:
  ///   - limit: Maximum bytes in memory.
  ///   - folder: The folder for a longer body.
  init(limit: Int, folder: AttachmentFolder? = nil) {
    (self.limit, self.folder) = (limit, folder)
  }

  /// The number of bytes received.
  var count: Int { upload?.size ?? bytes.count }

  /// Continues the body as a file.
  ///
  /// - Parameter size: Its size in bytes; nil if unknown.
  /// - Throws: ``HTTPProblem``.
  mutating func becomeFile(expecting size: Int?) throws(HTTPProblem) {
    guard let folder else { throw .tooLarge }
    do throws(AttachmentError) {
      let file = try folder.upload(expecting: size)
      try bytes.withUnsafeBytes { bytes in
        Result { () throws(AttachmentError) in try file.write(bytes) }
      }.get()
      (upload, bytes) = (file, [])
    } catch {
      throw HTTPProblem(error)
    }
  }

  /// Makes a file of complete bytes.
  ///
  /// - Throws: ``HTTPProblem``.
  mutating func becomeFile(_ whole: [UInt8]) throws(HTTPProblem) {
    bytes = whole
    try becomeFile(expecting: whole.count)
  }

  /// Reads the complete body within a time limit.
  ///
  /// The timer belongs to the event loop, because cancelling it frees it at once; a sleeping task
  /// would be kept until its deadline, for thousands of requests.
  ///
  /// - Returns: Whether it was read to its end; nil after the time limit.
  mutating func take(
    _ body: RequestBody, within time: Duration, by loop: any EventLoop
  ) async throws -> Bool? {
    let deadline = ContinuousClock.now + time
    let begun = self
    let reading = Task(executorPreference: LoopExecutor(loop)) {
      var received = begun
      let isWhole = try await received.take(body)
      return (received, isWhole)
    }
    let timer = loop.scheduleTask(in: TimeAmount(time)) { reading.cancel() }
    defer { timer.cancel() }
    let result = await withTaskCancellationHandler {
      await reading.result
    } onCancel: {
      reading.cancel()
    }
    guard ContinuousClock.now < deadline else { return nil }
    let isWhole: Bool
    (self, isWhole) = try result.get()
    return isWhole
  }

  private mutating func take(_ body: RequestBody) async throws -> Bool {
    var discarded = 0
    for try await piece in body {
      do throws(HTTPProblem) {
        if let problem { throw problem }
        try take(piece)
      } catch {
        problem = error
        (bytes, upload) = ([], nil)
        discarded += piece.readableBytes
        if discarded > Self.mostDiscarded { return false }
      }
    }
    return true
  }

  private mutating func take(_ piece: ByteBuffer) throws(HTTPProblem) {
    if upload == nil, bytes.count + piece.readableBytes > limit {
      try becomeFile(expecting: nil)
    }
    guard let upload else {
      if let share, !share.take(piece.readableBytes) { throw .tooManyBodies }
      return bytes += piece.readableBytesView
    }
    let result = piece.withUnsafeReadableBytes { bytes in
      Result { () throws(AttachmentError) in try upload.write(bytes) }
    }
    if case .failure(let error) = result { throw HTTPProblem(error) }
  }
}

extension HTTPProblem {
  /// The error for a file that was not stored.
  init(_ error: AttachmentError) {
    switch error {
    case .tooLarge(let limit):
      self = .largeAttachment.because(
        "a file may have \(limit) bytes at most; see attachments.max_file_size")
    case .full(let limit):
      self = .largeAttachment.because(
        "the files of the inbox may have \(limit) bytes at most; see attachments.max_total_size")
    case .diskFull: self = .diskFull
    case .system: self = .internalError
    }
  }
}
