import AsyncHTTPClient
import Foundation
import InboxCore
import InboxSettings
import InboxText
import NIOCore
import NIOHTTP1
import NIOPosix

/// A client of an ntfy server, with authentication and described errors.
struct NtfyServer: Sendable {
  private let settings: NtfySettings
  private let client: HTTPClient
  /// The value of the Authorization header; nil for none.
  private let authorization: String?

  /// Maximum bytes of an event; longer ones are skipped.
  private static let lineLimit = 1_024 * 1_024
  /// Maximum bytes of a response that is not a stream.
  private static let answerLimit = 64 * 1_024

  /// Runs a closure with a client for the server, and shuts it down afterwards.
  ///
  /// - Throws: ``SourceError``, ``RetryLater``, `SecretError`, and what `work` throws.
  static func connected(
    _ settings: NtfySettings, _ work: (NtfyServer) async throws -> Void
  ) async throws {
    let authorization = try authorization(settings)
    var configuration = HTTPClient.Configuration(
      // A redirect must not send the token to another server.
      redirectConfiguration: .disallow,
      timeout: .init(connect: .seconds(10), read: .milliseconds(Int64(settings.silence * 1_000))))
    configuration.httpVersion = .http1Only
    // The supervisor retries and reports it.
    configuration.connectionPool.retryConnectionEstablishment = false
    try await HTTPClient.withHTTPClient(configuration: configuration) { client in
      let server = NtfyServer(settings: settings, client: client, authorization: authorization)
      do { try await work(server) } catch { throw server.worded(error) }
    }
  }

  private init(settings: NtfySettings, client: HTTPClient, authorization: String?) {
    (self.settings, self.client, self.authorization) = (settings, client, authorization)
  }

  private static func authorization(_ settings: NtfySettings) throws -> String? {
    guard let path = settings.tokenFile else { return nil }
    let text = try SecretFile.credential(path)
    return text.contains(":") ? "Basic \(Data(text.utf8).base64EncodedString())" : "Bearer \(text)"
  }

  /// Reads the events of topics until the stream ends.
  ///
  /// - Parameters:
  ///   - topics: The topics.
  ///   - since: The start, in ntfy's format.
  ///   - opened: Called when the server has responded.
  ///   - take: Handles the received lines.
  /// - Throws: ``SourceError`` also when the server ends the stream.
  func subscribe(
    _ topics: [String], since: String, opened: () -> Void,
    take: ([BoundedLines.Line]) async throws -> Void
  ) async throws {
    let path = "\(topics.joined(separator: ","))/json?since=\(since)"
    let response = try await client.execute(request(path), deadline: .distantFuture)
    try check(response, isStream: true)
    opened()
    var lines = BoundedLines(limit: Self.lineLimit)
    for try await piece in response.body {
      try await take(lines.append(piece.readableBytesView))
    }
    try Task.checkCancellation()
    throw SourceError("\(settings.server) ended the stream")
  }

  /// Publishes a message.
  ///
  /// - Throws: ``SourceError``, ``RetryLater``.
  func publish(_ message: JSONValue) async throws {
    var request = request("")
    request.method = .POST
    request.headers.add(name: "content-type", value: "application/json")
    request.body = .bytes(ByteBuffer(string: message.json))
    let response = try await client.execute(request, timeout: .seconds(30))
    _ = try await response.body.collect(upTo: Self.answerLimit)
    try check(response, isStream: false)
  }

  private func request(_ path: String) -> HTTPClientRequest {
    var request = HTTPClientRequest(url: "\(settings.server)/\(path)")
    request.headers.add(name: "user-agent", value: "inbox")
    if let authorization { request.headers.add(name: "authorization", value: authorization) }
    return request
  }

  /// Checks the status and content type of a response.
  private func check(_ response: HTTPClientResponse, isStream: Bool) throws {
    let status = Int(response.status.code)
    let place = "\(settings.server) answered \(status)"
    switch status {
    case 200: break
    case 300..<400:
      let target = response.headers.first(name: "location")?.printable() ?? "elsewhere"
      throw SourceError("\(place), a redirect to \(target); set server to where it leads")
    case 401, 403:
      let deed = isStream ? "read" : "publish"
      throw SourceError("\(place): the token does not let us \(deed); see token_file")
    case 429, 503:
      let wait = response.headers.first(name: "retry-after").flatMap(Double.init)
      let meaning = status == 429 ? "too many requests" : "it is unavailable for now"
      throw RetryLater(reason: "\(place): \(meaning)", seconds: wait ?? 0)
    default: throw SourceError(place)
    }
    let given = response.headers["content-type"].first { !$0.isEmpty }
    let type = given?.lowercased() ?? "a body without a content type"
    guard !isStream || type.contains("json") else {
      throw SourceError("\(settings.server) sent no events of ntfy's but \(type.printable())")
    }
  }

  /// A network error with a description; other errors unchanged.
  private func worded(_ error: any Error) -> any Error {
    switch error {
    case is SourceError, is SecretError, is RetryLater, is InboxError, is CancellationError: error
    case let error as HTTPClientError: SourceError("\(settings.server) \(words(for: error))")
    case let error as NIOConnectionError:
      SourceError("\(settings.server) cannot be reached: \(Self.reason(of: error))")
    case let error as IOError where error.errnoCode == ECONNRESET:
      SourceError("\(settings.server) broke the connection")
    case let error as IOError:
      SourceError("\(settings.server) cannot be reached: \(Self.reason(of: error))")
    default:
      SourceError("\(settings.server) answered no HTTP: \(String("\(error)".prefix(100)))")
    }
  }

  private func words(for error: HTTPClientError) -> String {
    switch error {
    case .readTimeout: "gave no sign of life for \(Int(settings.silence)) s"
    case .connectTimeout: "cannot be reached in time"
    case .remoteConnectionClosed: "broke the connection"
    default: "failed: \(error.shortDescription)"
    }
  }

  private static func reason(of error: NIOConnectionError) -> String {
    let first = error.connectionErrors.first?.error as? IOError
    return first.map(reason(of:)) ?? "its name is not known"
  }

  private static func reason(of error: IOError) -> String {
    String(cString: strerror(error.errnoCode))
  }
}
