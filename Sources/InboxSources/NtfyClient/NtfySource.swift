import AsyncHTTPClient
import Foundation
import InboxCore
import InboxPayloads
package import InboxSettings
import InboxText
import Logging
import NIOCore
import NIOHTTP1
import NIOPosix

/// Reads topics from a server of ntfy's, and goes on after each break where it was.
package struct NtfySource: NotificationSource {
  private let settings: NtfySettings

  /// Most bytes of one event; a longer one is passed by.
  private static let lineLimit = 1_024 * 1_024

  /// Makes a source.
  package init(_ settings: NtfySettings) {
    self.settings = settings
  }

  package var name: String { "ntfy/\(settings.name)" }

  package func run(in context: SourceContext) async throws {
    let authorization = try authorization()
    var configuration = HTTPClient.Configuration(
      // A token must not follow a redirect to another place.
      redirectConfiguration: .disallow,
      timeout: .init(connect: .seconds(10), read: .milliseconds(Int64(settings.silence * 1_000))))
    configuration.httpVersion = .http1Only
    // The supervisor tries again, and tells of it.
    configuration.connectionPool.retryConnectionEstablishment = false
    let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    do {
      try await follow(client, authorization, in: context)
    } catch {
      try? await client.shutdown()
      throw worded(error)
    }
    try await client.shutdown()
  }

  /// The value of the header that lets it in; nil for none.
  private func authorization() throws -> String? {
    guard let path = settings.tokenFile else { return nil }
    let text = try SecretFile.credential(path)
    return text.contains(":") ? "Basic \(Data(text.utf8).base64EncodedString())" : "Bearer \(text)"
  }

  private func follow(
    _ client: HTTPClient, _ authorization: String?, in context: SourceContext
  ) async throws {
    let cursor = SourceCursor(folder: context.folder, name: name)
    let since = cursor.value ?? settings.since
    var request = HTTPClientRequest(
      url: "\(settings.server)/\(settings.topics.joined(separator: ","))/json?since=\(since)")
    request.headers.add(name: "user-agent", value: "inbox")
    if let authorization { request.headers.add(name: "authorization", value: authorization) }
    let response = try await client.execute(request, deadline: .distantFuture)
    try check(response)
    context.isRunning("\(settings.server)/\(settings.topics.joined(separator: ","))")
    var reader = NtfyStreamReader(cursor: cursor, context: context)
    var lines = BoundedLines(limit: Self.lineLimit)
    for try await piece in response.body {
      try await reader.take(lines.append(piece.readableBytesView))
    }
    try Task.checkCancellation()
    throw SourceError("\(settings.server) ended the stream")
  }

  /// Refuses an answer that is no stream of events.
  private func check(_ response: HTTPClientResponse) throws {
    let status = Int(response.status.code)
    let place = "\(settings.server) answered \(status)"
    switch status {
    case 200: break
    case 300..<400:
      let target = response.headers.first(name: "location")?.printable() ?? "elsewhere"
      throw SourceError("\(place), a redirect to \(target); set server to where it leads")
    case 401, 403: throw SourceError("\(place): the token does not let us read; see token_file")
    case 429, 503:
      let wait = response.headers.first(name: "retry-after").flatMap(Double.init)
      throw RetryLater(reason: "\(place): too many requests", seconds: wait ?? 0)
    default: throw SourceError(place)
    }
    let type = response.headers.first(name: "content-type")?.lowercased() ?? ""
    guard type.contains("json") else {
      throw SourceError("\(settings.server) sent no events of ntfy's but \(type.printable())")
    }
  }

  /// An error of the network in words; others as they are.
  private func worded(_ error: any Error) -> any Error {
    switch error {
    case is SourceError, is SecretError, is RetryLater, is InboxError, is CancellationError: error
    case let error as HTTPClientError: SourceError("\(settings.server) \(words(for: error))")
    case let error as NIOConnectionError:
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
    return first.map { String(cString: strerror($0.errnoCode)) } ?? "its name is not known"
  }
}

/// Where a source goes on after it was interrupted, kept in a small file.
struct SourceCursor: Sendable {
  private let path: String

  /// The cursor of a source.
  init(folder: String, name: String) {
    path = "\(folder)/\(name.replacing("/", with: "-")).cursor"
  }

  /// What was noted last; nil when nothing was.
  var value: String? {
    guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return nil }
    let value = text.trimmingCharacters(in: .whitespacesAndNewlines)
    let isGood = (1...64).contains(value.utf8.count) && value.utf8.allSatisfy(Self.isPlain)
    return isGood ? value : nil
  }

  /// Notes where to go on.
  func note(_ value: String) {
    guard value.utf8.allSatisfy(Self.isPlain) else { return }
    // Without it messages come again, and are merged with those that are there.
    try? (value + "\n").write(toFile: path, atomically: true, encoding: .utf8)
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}
