import InboxCore
import InboxPayloads
import InboxSettings
import InboxText

/// A webhook with its settings and its template.
struct Webhook: Sendable {
  /// The path components of its requests.
  let path: [String]
  /// Its name, the source of its messages.
  let name: String
  private let settings: WebhookSettings
  private let proof: WebhookProof
  /// The vendor, or why its file cannot be used.
  private let vendor: Result<WebhookVendor, WebhookVendorError>

  /// Makes a webhook, which refuses all requests while its secret or its template cannot be read.
  init(_ settings: WebhookSettings) {
    self.init(settings, proof: nil)
  }

  /// The webhooks of settings, followed by those at further addresses of their services.
  ///
  /// Discord takes documents for Slack and of GitHub below the address of a webhook, PagerDuty change
  /// events beside the others.
  static func all(_ settings: [WebhookSettings]) -> [Webhook] {
    let others = settings.flatMap { settings -> [Webhook] in
      func other(_ path: some Sequence<String>, _ template: String? = nil) -> Webhook {
        var other = settings
        other.path = "/" + path.joined(separator: "/")
        other.template = template ?? settings.template
        return Webhook(other, proof: template == nil ? nil : .token)
      }
      let route = settings.route
      switch settings.template {
      case "discord": return ["slack", "github"].map { other(route + [$0], $0) }
      case "pagerduty" where route.last == "enqueue":
        return [other(route.dropLast() + ["change", "enqueue"])]
      default: return []
      }
    }
    return settings.map(Webhook.init) + others
  }

  private init(_ settings: WebhookSettings, proof: WebhookProof?) {
    (self.settings, name, path) = (settings, settings.name, settings.route)
    vendor = Result { () throws(WebhookVendorError) in try settings.vendor() }
    self.proof = proof ?? (try? vendor.get())?.proof ?? .token
  }

  /// The kind of response.
  var answer: WebhookVendor.Answer { (try? vendor.get())?.answer ?? .counted }

  /// Whether it has its own secret, instead of a token.
  var hasSecret: Bool { settings.secretFile != nil }

  /// Whether the name of the sender's token is part of the source.
  var isByApplication: Bool { answer == .gotify }

  /// The error of reading its template or its secret; nil if they can be read.
  var failure: (any Error)? {
    do {
      _ = try settings.secrets(for: vendor.get())
      return nil
    } catch {
      return error
    }
  }

  /// The current secrets, read from the file for each request.
  ///
  /// - Throws: ``HTTPProblem/closedWebhook`` while they or the template cannot be read.
  func secrets() throws(HTTPProblem) -> [AccessToken] {
    do { return try settings.secrets(for: vendor.get()) } catch { throw .closedWebhook }
  }

  /// Whether the head of a request proves its sender.
  var isProvedByHead: Bool { !hasSecret || proof.isInHead }

  /// Refuses a request by its head alone, where that has to prove its sender.
  ///
  /// - Throws: ``HTTPProblem``.
  func checkHead(_ call: HTTPCall) throws(HTTPProblem) {
    guard hasSecret, proof.isInHead else { return }
    _ = try proof.check(call, secrets: secrets())
  }

  /// Makes the messages of a request; irrelevant elements make none.
  ///
  /// - Parameters:
  ///   - call: The request.
  ///   - token: The token of the request, if the webhook has no secret.
  /// - Returns: The messages, and what was left out.
  /// - Throws: ``HTTPProblem``; for elements only if none of them makes a message.
  func delivery(
    _ call: HTTPCall, by token: AccessToken? = nil
  ) throws(HTTPProblem) -> WebhookDelivery {
    let secrets = try secrets()
    guard let vendor = try? vendor.get() else { throw .closedWebhook }
    var token = token
    // Who has proved nothing costs no more than one reading of the body.
    if hasSecret { token = try proof.check(call, secrets: secrets) }
    var body = try WebhookBody(call)
    if hasSecret {
      token = try proof.check(body.document, secrets: secrets) ?? token
    }
    if answer == .accepted { body.document = body.document.withKey }
    var delivery = WebhookDelivery(document: body.document, token: token)
    let result = WebhookMessages(of: vendor, name: name).read(
      body.document, headers: proof.normalized(call.headers), size: call.body.count,
      secrets: (secrets + [token].compactMap(\.self)).map(\.text), note: body.fileNote,
      application: isByApplication ? token?.name : nil, mostElements: HTTPService.mostRecords)
    delivery.payloads = result.payloads
    for (error, element) in result.errors { delivery.note(HTTPProblem(error), of: element) }
    if delivery.payloads.isEmpty, let problem = delivery.firstProblem { throw problem }
    return delivery
  }
}

extension HTTPProblem {
  fileprivate init(_ error: WebhookError) {
    switch error {
    case .unusable(let reason): self = .badPayload.because(reason)
    case .tooMany(let limit): self = .tooManyRecords(limit)
    }
  }
}

/// The content of a webhook request.
struct WebhookDelivery: Sendable {
  /// The document of the request.
  let document: JSONValue
  /// The token of the request; nil if none was required.
  let token: AccessToken?
  /// The messages.
  var payloads: [Payload] = []
  /// The number of invalid elements.
  private(set) var badCount = 0
  /// The error of the first of them.
  private(set) var firstProblem: HTTPProblem?

  /// Counts an invalid element with its position in the list, from 1.
  mutating func note(_ problem: HTTPProblem, of element: Int?) {
    badCount += 1
    let placed = element.map { HTTPProblem(problem.code, "\(problem.message) (element \($0))") }
    firstProblem = firstProblem ?? placed ?? problem
  }
}
