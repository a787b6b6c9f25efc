import Foundation
import HTTPTypes
import InboxCore
import InboxPayloads
import InboxText

/// Handles requests: checks access and pushes their payloads into the inbox.
struct HTTPService: Sendable {
  /// The current rules; a saved configuration replaces them.
  var rules: HTTPRules
  /// The counters.
  let metrics: HTTPMetrics
  /// The subscribers.
  let hub: SubscriptionHub
  /// The source's context, with the intake for payloads.
  let context: SourceContext
  /// Whether its connections use TLS.
  let isEncrypted: Bool
  /// The updates beyond the rate limit.
  let lateUpdates = LateUpdates()

  /// Finds the route by the head alone, and checks access before the body is read.
  ///
  /// - Throws: ``HTTPProblem``.
  func admit(_ call: inout HTTPCall) throws(HTTPProblem) -> HTTPRoute {
    guard !rules.rate.allows(call.client) else { return try route(of: call) }
    call.isLate = true
    // The limit holds for tries of tokens: a late request does not learn that its own is wrong.
    guard let route = try? route(of: call), route.maySpare(call) else { throw .tooManyRequests }
    return route
  }

  /// Finds the route, and checks access.
  private func route(of call: HTTPCall) throws(HTTPProblem) -> HTTPRoute {
    try rules.access.checkPlace(call)
    if let (route, webhook) = gotifyRoute(call) {
      if !route.isOpen { try checkToken(call, of: webhook) }
      return route
    }
    let route = try HTTPRoute(call, webhooks: rules.webhooks.map(\.path))
    if case .webhook(let index) = route, rules.webhooks[index].hasSecret {
      try rules.webhooks[index].checkHead(call)
      return route
    }
    if !route.isOpen { try rules.access.checkToken(call) }
    return route
  }

  /// Whether the sender is authenticated before the body is read; a webhook's signature covers the
  /// body.
  func isProved(_ route: HTTPRoute) -> Bool {
    if case .webhook(let index) = route { rules.webhooks[index].isProvedByHead } else { true }
  }

  /// The response to a request.
  enum Reply: Sendable {
    /// A complete response.
    case whole(HTTPAnswer)
    /// Existing events, then new ones while the subscriber is connected.
    case stream(NtfySubscription, SubscriberQueue, after: NtfyPlace)
    /// More existing events than are held in memory: the first, then the rest.
    case history(NtfySubscription, [[UInt8]], NtfyHistory)
    /// A file, sent in pieces.
    case file(ServedFile)
  }

  /// Handles a request whose body has been read.
  func reply(_ call: HTTPCall, by route: HTTPRoute) async throws(HTTPProblem) -> Reply {
    if case .file(let reference) = route { return .file(try file(reference, for: call)) }
    guard case .subscribe(let topics, let form) = route else {
      return .whole(try await answer(call, by: route))
    }
    let inbox = context.intake.inbox
    let base = call.base(isEncrypted: isEncrypted)
    do {
      // All in the closure: values of this function would be retained while the subscriber is
      // connected.
      return try await onBlockingQueue {
        try inbox.reconnectIfReplaced()
        let subscription = try NtfySubscription(
          call, topics: topics, form: form, base: base, at: Date())
        return try Reply(to: subscription, in: inbox)
      }
    } catch {
      throw error as? HTTPProblem ?? HTTPProblem(storing: error)
    }
  }

  private func answer(_ call: HTTPCall, by route: HTTPRoute) async throws(HTTPProblem) -> HTTPAnswer
  {
    switch route {
    case .subscribe, .file: throw .notFound
    case .health: return .json(Self.health)
    case .gotify(let question, let index):
      return try answer(question, of: rules.webhooks[index])
    case .account:
      let limits = context.intake.inbox.attachments?.limits
      return .json(NtfyAccount.json(hasToken: rules.access.tokens != nil, files: limits))
    case .preflight: return HTTPAccess.preflight
    case .facts(let facts): return facts.answer(storedCount: metrics.storedCount)
    case .mayUse: return .json(.object(["success": .bool(true)]))
    case .metrics: return metrics.answer(subscribers: hub.subscriberCount)
    case .publish(let topic): return try await publish(call, to: topic)
    case .update(let topic, let sequence):
      return try await publish(call, to: topic, sequence: sequence)
    case .change(let change, let topic, let sequence):
      return try await perform(change, on: topic, sequence)
    case .publishJSON:
      return try await publish(try NtfyPublish(json: call, at: Date()), of: call)
    case .messages: return try await takeRecords(call)
    case .webhook(let index): return try await take(call, of: rules.webhooks[index])
    }
  }

  /// The payload of a message.
  func payload(of request: NtfyPublish) throws(HTTPProblem) -> Payload {
    do throws(PayloadError) {
      return try request.payload()
    } catch {
      throw .badPayload.because(context.wording.text(error))
    }
  }

  /// Publishes a message.
  ///
  /// - Parameters:
  ///   - request: The message.
  ///   - call: The HTTP request.
  /// - Returns: The response.
  /// - Throws: ``HTTPProblem``; the message is then not stored.
  func publish(
    _ request: NtfyPublish, of call: HTTPCall
  ) async throws(HTTPProblem) -> HTTPAnswer {
    let base = call.base(isEncrypted: isEncrypted)
    var payload = try payload(of: request)
    // An update to a deleted sequence starts a new message.
    if let id = payload.id, try await message(request.topic, id)?.status == .deleted {
      payload.resurfaces = true
    }
    if try await isSuperseded([payload], of: call, at: request.topic) {
      return .json(request.answer(id: payload.id ?? "", at: base))
    }
    let result = try await store([payload], from: "ntfy")[0]
    if let problem = problem(result) { throw problem }
    // A rule may have dropped it, which is the receiver's business: success for the sender.
    let id = result.stored?.id ?? payload.id ?? UUID().uuidString.lowercased()
    return .json(request.answer(id: id, at: base))
  }

  func message(_ topic: String, _ id: String) async throws(HTTPProblem) -> Message? {
    do {
      return try await onBlockingQueue { [inbox = context.intake.inbox] in
        try inbox.reconnectIfReplaced()
        return try inbox.message(from: "ntfy/\(topic)", id: id)
      }
    } catch {
      throw HTTPProblem(storing: error)
    }
  }

  /// Deletes a sequence or marks it read; a missing one needs no change.
  private func perform(
    _ change: NtfyEvent.Change, on topic: NtfyTopic, _ sequence: String
  ) async throws(HTTPProblem) -> HTTPAnswer {
    if let number = try await message(topic.description, sequence)?.number {
      do {
        let inbox = context.intake.inbox
        switch change {
        case .delete: try await inbox.delete([number])
        case .clear: try await inbox.markRead([number])
        }
      } catch {
        throw HTTPProblem(storing: error)
      }
    }
    return .json(
      change.json(
        id: UUID().uuidString.lowercased(), at: Date(), topic: topic.description,
        sequence: sequence))
  }

  /// Stores payloads in one push.
  func store(
    _ payloads: [Payload], from source: String
  ) async throws(HTTPProblem) -> [PushResult] {
    do {
      let results = try await context.intake.push(payloads, from: source)
      let count = results.count { $0.isStored }
      metrics.stored(count)
      context.canReceive()
      context.hasReceived(count)
      return results
    } catch {
      context.cannotReceive(context.wording.text(error), refusing: payloads.count)
      throw HTTPProblem(storing: error)
    }
  }
}

extension HTTPService.Reply {
  /// Maximum bytes and pages of events that are held in memory for one response.
  private static let (mostHeld, mostPages) = (1_048_576, 20)

  /// The response to a subscriber: complete for a short poll over HTTP, else a stream.
  fileprivate init(to subscription: NtfySubscription, in inbox: Inbox) throws {
    var history = try NtfyHistory(subscription, in: inbox)
    var pieces = subscription.isPoll ? [] : [subscription.bytes(.open)]
    var (size, pageCount) = (0, 0)
    while history.hasMore, size < Self.mostHeld, pageCount < Self.mostPages {
      let page = try history.next(in: inbox).map { subscription.bytes($0) }
      pieces += page.filter { !$0.isEmpty }
      size += page.reduce(0) { $0 + $1.count }
      pageCount += 1
    }
    if history.hasMore {
      self = .history(subscription, pieces, history)
    } else if subscription.isPoll, subscription.handshake == nil {
      self = .whole(HTTPAnswer(type: subscription.form.type, body: Array(pieces.joined())))
    } else {
      self = .stream(subscription, SubscriberQueue(beginning: pieces), after: history.place)
    }
  }
}

extension HTTPService {
  /// Maximum messages of a request.
  static let mostRecords = 10_000

  /// Stores records of any format independently; the response has a result for each.
  ///
  /// The status is 200 if all were stored or dropped by a rule, 207 if some were, and 400 if none
  /// was.
  private func takeRecords(_ call: HTTPCall) async throws(HTTPProblem) -> HTTPAnswer {
    let decoder = PayloadDecoder(purpose: .push, mostBytes: HTTPRoute.messages.bodyLimit)
    let records = decoder.decode(call.body, atMost: Self.mostRecords + 1)
    guard records.count <= Self.mostRecords else { throw .tooManyRecords(Self.mostRecords) }
    guard !records.isEmpty else { throw .badJSON.because("there is nothing in it") }
    let payloads = records.compactMap { try? $0.result.get() }
    _ = try await isSuperseded(payloads, of: call, at: nil)
    var results = try await store(payloads, from: "http")[...]
    var (goodCount, droppedCount) = (0, 0)
    let list = records.map { record -> JSONValue in
      let problem: String
      switch record.result {
      case .failure(let error): problem = context.wording.text(error)
      case .success(let payload):
        guard let result = results.popFirst() else { return .null }
        switch result {
        case .inserted(_, let id), .merged(_, let id):
          goodCount += 1
          var stored: [String: JSONValue] = ["id": .string(id)]
          // Notes on values that were changed to the nearest known one.
          stored["notes"] = JSONValue(names: payload.notes)
          return .object(stored)
        case .ignored(.droppedByRule(let name)):
          droppedCount += 1
          return .object(["dropped_by": .string(name)])
        case .ignored, .refused: problem = context.wording.reason(result) ?? ""
        }
      }
      return .object([
        "error": .string(problem), "record": .integer(Int64(record.index + 1)),
        "line": .integer(Int64(record.line)),
      ])
    }
    let takenCount = goodCount + droppedCount
    if takenCount < list.count {
      let reasons = list.compactMap { $0.text(at: "/error") }
      context.hasRefused(
        reasons.last ?? "it was not stored", at: "/v1/messages", count: reasons.count)
    }
    let status = takenCount == list.count ? 200 : takenCount > 0 ? 207 : 400
    var answer: [String: JSONValue] = [
      "stored": .integer(Int64(goodCount)), "records": .array(list),
    ]
    if status == 400 {
      let problem = HTTPProblem.badPayload.because("no record could be stored")
      if case .object(let fields) = problem.json { answer.merge(fields) { $1 } }
    }
    return .json(.object(answer), status: status)
  }
}

extension HTTPService {
  /// Maximum characters of a path in the log.
  private static let longestPath = 80

  /// Reports a refused request with the webhook or the path that it was for.
  func hasRefused(_ problem: HTTPProblem, _ head: HTTPRequest) {
    // What nobody sent is missing to nobody.
    let isAsking = [.get, .head].contains(head.method) && [404, 405].contains(problem.status)
    guard !problem.isOfStore, !isAsking else { return }
    // The query may have a token.
    let path = (head.path ?? "/").prefix { $0 != "?" && $0 != "#" }
    let webhook = rules.webhooks.first { $0.path == path.split(separator: "/").map(String.init) }
    let place = webhook.map { "webhook '\($0.name)'" } ?? String(path.prefix(Self.longestPath))
    context.hasRefused(problem.message, at: place)
  }
}

extension HTTPProblem {
  /// Whether the store failed, which the source's state tells already.
  fileprivate var isOfStore: Bool { [500, 507].contains(status) || code == Self.busy.code }

  /// The error of a failed write to the inbox.
  init(storing error: any Error) {
    switch error as? InboxError {
    case .diskFull: self = .diskFull
    case .fileSizeLimit: self = .fileSizeLimit
    case .busy: self = .busy
    case .cannotAccess(_, .logRemoved): self = .inboxCut
    default: self = .internalError
    }
  }
}

/// Runs a blocking call on a dispatch queue.
func onBlockingQueue<Value: Sendable>(
  _ queue: DispatchQueue = .global(qos: .userInitiated),
  _ body: @escaping @Sendable () throws -> Value
) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    queue.async {
      continuation.resume(with: Result { try body() })
    }
  }
}
