package import InboxCore

/// The inbox below the screen, as another process changes and sees it.
///
/// A change gives the driver back, to look at it in the same line.
extension ScreenDriver {
  /// Stores a message that another process pushes; without an id it gets its number for one.
  @discardableResult
  package mutating func push(_ payload: Payload) -> MessageNumber {
    push([payload])
  }

  /// Pushes messages as one batch.
  @discardableResult
  package mutating func push(_ payloads: [Payload]) -> MessageNumber {
    let first = nextNumber
    let named = payloads.enumerated().map { index, payload in
      var payload = payload
      payload.id = payload.id ?? "\(first + Int64(index))"
      return payload
    }
    let outcome = elsewhere { inbox in
      try inbox.push(named, defaultSource: "cli")
    }
    switch outcome.results.last {
    case .inserted(let number, _), .merged(let number, _): return number
    default: preconditionFailure("not stored: \(outcome.results)")
    }
  }

  /// Messages arrive from elsewhere.
  @discardableResult
  package mutating func arrive(_ count: Int = 1, thread: String? = nil) -> ScreenDriver {
    let first = nextNumber
    push((first..<first + Int64(count)).map { .make("New @\($0)", thread: thread) })
    return self
  }

  /// Another process replaces fields of messages; the `local` ones count.
  package mutating func revise(_ numbers: Int64..., by change: (inout Payload) -> Void) {
    let payloads = numbers.map { number in
      var payload = revision(of: number)
      change(&payload)
      return payload
    }
    elsewhere { inbox in _ = try inbox.importMessages(payloads, replacing: true) }
  }

  /// Another process performs a verb on messages.
  @discardableResult
  package mutating func perform(_ verb: Verb, on numbers: Int64...) -> ScreenDriver {
    let selection = MessageSelection.numbers(numbers.map { MessageNumber($0) })
    elsewhere { inbox in _ = try inbox.perform(verb, on: selection) }
    return self
  }

  /// Another process removes messages for good, wherever they are.
  @discardableResult
  package mutating func purge(_ numbers: Int64...) -> ScreenDriver {
    let selection = MessageSelection.numbers(numbers.map { MessageNumber($0) })
    elsewhere { inbox in
      _ = try inbox.perform(.delete, on: selection)
      _ = try inbox.purge(selection)
    }
    return self
  }

  /// A sender pushes a message again that is to come up again.
  @discardableResult
  package mutating func resurface(_ number: Int64) -> ScreenDriver {
    var payload = revision(of: number)
    payload.resurfaces = true
    push(payload)
    return self
  }

  /// Another process sets the status of messages.
  @discardableResult
  package mutating func change(_ numbers: [Int64], to status: Status) -> ScreenDriver {
    for number in numbers {
      switch (status, message(number)?.status) {
      case (.deleted, _): perform(.delete, on: number)
      case (_, .deleted): perform(.restore, on: number)
      case (.unread, _): perform(.unread, on: number)
      case (.read, _): perform(.read, on: number)
      }
    }
    return self
  }

  /// Every message that is kept, the highest number first.
  package var messages: [Message] {
    var messages: [Message] = []
    must { try inbox.exportMessages { messages.append($0) } }
    return messages.sorted { $0.number > $1.number }
  }

  /// A message by its number.
  package func message(_ number: Int64) -> Message? {
    must { try inbox.message(MessageNumber(number)) }
  }

  /// A payload that changes nothing of a message yet.
  private func revision(of number: Int64) -> Payload {
    let known = message(number)
    return .make(nil, id: known?.id, source: known?.source)
  }

  private var nextNumber: Int64 {
    let window = MessageWindow(limit: 1)
    let snapshot = must { try inbox.snapshot(of: MessageQuery(), in: window) }
    return snapshot.newestNumber.rawValue + 1
  }
}
