import Foundation
import InboxCore

/// Attachments of messages.
extension HTTPService {
  /// Prepares the buffer or file for the body of a request.
  ///
  /// - Parameters:
  ///   - call: The head of the request.
  ///   - route: Its route.
  ///   - size: Its size in bytes; nil if unknown.
  /// - Returns: The empty body.
  /// - Throws: ``HTTPProblem`` for one that is too large.
  func body(
    of call: HTTPCall, for route: HTTPRoute, expecting size: Int?
  ) throws(HTTPProblem) -> ReceivedBody {
    let folder = route.takesFile ? context.intake.inbox.attachments : nil
    var body = ReceivedBody(limit: route.bodyLimit, folder: folder)
    let isFile = route.takesFile && size != 0 && call.namesFile
    if isFile || size ?? 0 > route.bodyLimit { try body.becomeFile(expecting: size) }
    return body
  }

  /// Publishes a message whose body is its text; a body that is not text becomes a file.
  func publish(
    _ call: HTTPCall, to topic: NtfyTopic, sequence: String? = nil
  ) async throws(HTTPProblem) -> HTTPAnswer {
    if case .named(let webhook) = try NtfyTemplate(call) {
      return try await publish(call, to: topic, sequence: sequence, by: webhook)
    }
    guard let upload = try call.file(in: context.intake.inbox.attachments) else {
      return try await publish(
        try NtfyPublish(call, to: topic, sequence: sequence, at: Date()), of: call)
    }
    var call = call
    call.body = []
    var kept: Attachment?
    do throws(HTTPProblem) {
      var request = try NtfyPublish(call, to: topic, sequence: sequence, at: Date())
      let attachment = try await keep(upload, as: request.fileName)
      kept = attachment
      request.attach(attachment, firstLine: firstLine(of: attachment))
      let answer = try await publish(request, of: call)
      await release(upload)
      return answer
    } catch {
      await release(upload, discarding: kept)
      throw error
    }
  }

  private func keep(
    _ upload: AttachmentUpload, as name: String?
  ) async throws(HTTPProblem) -> Attachment {
    do {
      return try await onBlockingQueue { try upload.keep(as: name) }
    } catch {
      throw (error as? AttachmentError).map(HTTPProblem.init) ?? .internalError
    }
  }

  /// Maximum bytes of a text file whose first line is shown, and characters of that line.
  private static let (largestText, longestLine) = (65_536, 200)

  /// The first line of a small text file that is not blank; nil for other files.
  ///
  /// What is no UTF-8 and has no control characters is Windows-1252, of which Latin-1 is a part.
  private func firstLine(of attachment: Attachment) -> String? {
    guard let reference = attachment.reference, let folder = context.intake.inbox.attachments,
      let size = attachment.size, size <= Self.largestText,
      let bytes = FileManager.default.contents(atPath: folder.path(of: reference)),
      !bytes.contains(where: { $0 < 0x20 && !(0x07...0x0D).contains($0) && $0 != 0x1B }),
      let text = String(validating: bytes, as: UTF8.self)
        ?? String(bytes: bytes, encoding: .windowsCP1252)
    else { return nil }
    let line = text.split(whereSeparator: \.isNewline).lazy
      .map { $0.trimmingCharacters(in: .whitespaces) }.first { !$0.isEmpty }
    return line.map { $0.count > Self.longestLine ? $0.prefix(Self.longestLine - 1) + "…" : $0 }
  }

  private func release(_ upload: AttachmentUpload, discarding file: Attachment? = nil) async {
    let inbox = context.intake.inbox
    try? await onBlockingQueue { inbox.release(upload, discarding: file?.reference) }
  }

  /// Opens a file for a client.
  ///
  /// - Throws: ``HTTPProblem``.
  func file(
    _ reference: AttachmentReference, for call: HTTPCall
  ) throws(HTTPProblem) -> ServedFile {
    guard let folder = context.intake.inbox.attachments,
      let file = try ServedFile(reference, in: folder, range: call.headers["range"])
    else { throw .notFound }
    return file
  }
}

extension HTTPCall {
  private static let fileNames = ["x-filename", "filename", "file", "f"]

  /// Whether the head marks the body as a file: it has a file name and no link.
  fileprivate var namesFile: Bool {
    parameter(Self.fileNames) != nil && parameter("x-attach", "attach", "a") == nil
  }

  /// The body as an upload if it is a file or not text; nil for text.
  fileprivate func file(in folder: AttachmentFolder?) throws(HTTPProblem) -> AttachmentUpload? {
    if let upload { return upload }
    guard String(validating: body, as: UTF8.self) == nil else { return nil }
    var received = ReceivedBody(limit: 0, folder: folder)
    try received.becomeFile(body)
    return received.upload
  }

  /// The base URL of this service as the client reached it.
  ///
  /// - Parameter isEncrypted: Whether the connection uses TLS; a reverse proxy's header takes
  ///   precedence.
  /// - Returns: The scheme and the host, without a trailing slash.
  func base(isEncrypted: Bool) -> String {
    let proxy = headers["x-forwarded-proto"]?.lowercased()
    let scheme = proxy.flatMap { ["http", "https"].contains($0) ? $0 : nil }
    return "\(scheme ?? (isEncrypted ? "https" : "http"))://\(headers["host"] ?? "localhost")"
  }
}
