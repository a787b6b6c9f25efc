import HummingbirdCore
import InboxCore
import NIOCore

/// The body of a request as it comes: in memory up to a limit, or as a file of the inbox.
struct ReceivedBody: Sendable {
  /// Most bytes that are kept in memory.
  private let limit: Int
  /// Where a longer body becomes a file; nil where it is refused.
  private let folder: AttachmentFolder?
  /// What is kept in memory.
  private(set) var bytes: [UInt8] = []
  /// The file; nil where the body is in memory.
  private(set) var upload: AttachmentUpload?
  /// What it takes of the memory for bodies; nil for one of which nothing is kept.
  var share: BodyShare?
  /// Why it is not kept.
  private(set) var problem: HTTPProblem?

  /// Most bytes that are read for nothing, so that a client sees why it is refused.
  private static let mostDiscarded = 1_024 * 1_024

  /// Begins with no bytes.
  ///
  /// - Parameters:
  ///   - limit: Most bytes that are kept in memory.
  ///   - folder: Where a longer one becomes a file.
  init(limit: Int, folder: AttachmentFolder? = nil) {
    (self.limit, self.folder) = (limit, folder)
  }

  /// How many bytes are kept.
  var count: Int { upload?.size ?? bytes.count }

  /// Makes the body a file from here on.
  ///
  /// - Parameter size: How many bytes it will have; nil where that is not known.
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

  /// Makes bytes that are at hand a file.
  ///
  /// - Throws: ``HTTPProblem``.
  mutating func becomeFile(_ whole: [UInt8]) throws(HTTPProblem) {
    bytes = whole
    try becomeFile(expecting: whole.count)
  }

  /// Takes a whole body in a limited time.
  ///
  /// The timer is one of the connection's loop: it is gone with its cancellation, whereas that of a
  /// sleeping task is kept until its time, and thousands of requests come meanwhile.
  ///
  /// - Returns: Whether it was read to its end; nil when it did not come in time.
  mutating func take(
    _ body: RequestBody, within time: Duration, by loop: any EventLoop
  ) async throws -> Bool? {
    let deadline = ContinuousClock.now + time
    let begun = self
    let reading = Task {
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
  /// Why a file was not stored.
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
