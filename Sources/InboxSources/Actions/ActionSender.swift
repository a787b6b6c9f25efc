import AsyncHTTPClient
import Foundation
import InboxCore
import InboxText
import NIOCore
import NIOHTTP1

/// Sends the HTTP request of an action, and says what came of it.
///
/// A host is resolved once for each request, and the request goes to the address that was checked, also
/// after a redirect.
struct ActionSender {
  /// Whether this machine and private networks may be reached.
  let allowsPrivateAddresses: Bool
  /// Seconds for the whole request.
  var timeout = 30.0

  private static let mostRedirects = 3
  /// Headers that say how the request is sent.
  private static let ownHeaders: Set = [
    "host", "content-length", "transfer-encoding", "connection",
  ]

  private struct Refusal: Error { let reason: String }

  /// Sends a request; returns the outcome, such as `200 OK`, or why nothing was sent.
  func outcome(of request: ActionHTTPRequest) async -> ActionOutcome {
    do {
      return ActionOutcome(text: try await send(request))
    } catch let refusal as Refusal {
      return ActionOutcome(text: "not sent: " + refusal.reason, isTimed: false)
    } catch {
      let reason = (error as? HTTPClientError).map(Self.words(for:)) ?? "cannot be reached"
      return ActionOutcome(text: "failed: " + reason)
    }
  }

  private func send(_ request: ActionHTTPRequest) async throws -> String {
    var request = request
    let end = NIODeadline.now() + .milliseconds(Int64(timeout * 1_000))
    for _ in 0...Self.mostRedirects {
      let (status, location) = try await send(request, until: end)
      guard (300..<400).contains(status.code), status != .notModified, let location else {
        return "\(status.code) \(status.reasonPhrase)"
      }
      let next = URL(string: location, relativeTo: URL(string: request.url))?.absoluteURL
      guard let next else { throw Refusal(reason: "a redirect leads to no address") }
      let last = URL(string: request.url)
      if (next.scheme, next.host(), next.port) != (last?.scheme, last?.host(), last?.port) {
        request.headers = [:]
      }
      request.url = next.absoluteString
      if status != .temporaryRedirect, status != .permanentRedirect {
        (request.method, request.body) = ("GET", nil)
      }
    }
    return "failed: more than \(Self.mostRedirects) redirects"
  }

  /// Sends one request; returns the status, and where a redirect leads.
  private func send(
    _ request: ActionHTTPRequest, until end: NIODeadline
  ) async throws -> (HTTPResponseStatus, location: String?) {
    guard let url = URL(string: request.url), let host = url.host(), !host.isEmpty,
      ["http", "https"].contains(url.scheme?.lowercased())
    else { throw Refusal(reason: "\(request.url.printable()) is no http or https URL") }
    // A method with line ends would be a request of its own.
    guard request.method.utf8.allSatisfy({ (0x41...0x5A).contains($0) || $0 == 0x2D }) else {
      throw Refusal(reason: "\(request.method.printable()) is no method")
    }
    let address = try await address(of: host)
    var configuration = HTTPClient.Configuration(
      redirectConfiguration: .disallow, timeout: .init(connect: .seconds(10)))
    configuration.dnsOverride = [host: address.text]
    configuration.connectionPool.retryConnectionEstablishment = false
    var message = HTTPClientRequest(url: request.url)
    message.method = HTTPMethod(rawValue: request.method)
    for (name, value) in request.headers where !Self.ownHeaders.contains(name.lowercased()) {
      message.headers.replaceOrAdd(name: name, value: value)
    }
    if let body = request.body { message.body = .bytes(ByteBuffer(string: body)) }
    return try await HTTPClient.withHTTPClient(configuration: configuration) { client in
      let response = try await client.execute(message, deadline: end)
      return (response.status, response.headers.first(name: "location"))
    }
  }

  /// The address of a host, of which none may be private unless that is allowed.
  private func address(of host: String) async throws -> HostAddress {
    let addresses = await withCheckedContinuation { continuation in
      DispatchQueue.global().async { continuation.resume(returning: HostAddress.resolve(host)) }
    }
    guard let first = addresses.first else {
      throw Refusal(reason: "\(host.printable()) is not known")
    }
    guard allowsPrivateAddresses || addresses.allSatisfy(\.isPublic) else {
      let place = addresses.contains(where: \.isLocal) ? "this machine" : "in a private network"
      throw Refusal(
        reason: "\(host.printable()) is \(place); name the source in private of [actions]")
    }
    return first
  }

  private static func words(for error: HTTPClientError) -> String {
    switch error {
    case .deadlineExceeded, .readTimeout: "no answer in time"
    case .connectTimeout: "cannot be reached in time"
    case .remoteConnectionClosed: "the connection broke"
    default: error.shortDescription
    }
  }
}
