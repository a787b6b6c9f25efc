import InboxCore

/// The selected message; of a row that stands for a thread, also the newest other messages of it.
struct FetchPreview: StoreRequest {
  /// The message of the row.
  let number: MessageNumber
  /// The messages of the thread, newest first; nil for a row of one message.
  private(set) var thread: MessageQuery?

  /// Maximum number of messages of a thread.
  private static let mostOfThread = 20

  var turn: RequestTurn { thread == nil ? .atOnce : .beside }

  func perform(in context: RequestContext) throws -> [Message] {
    let inbox = context.inbox
    var messages = try inbox.messages([number])
    if let thread {
      let query = context.narrowed(thread)
      try inbox.messages(matching: query, limit: Self.mostOfThread) { message in
        if message.number != number { messages.append(message) }
      }
    }
    return messages.map { $0.withFiles(in: inbox.attachments) }
  }

  func receive(_ messages: [Message], in state: inout UIState) {
    if let split = state.split { state.preview.receive(messages, for: self, in: split.preview) }
  }
}

extension ListState {
  /// The request for the preview of the selected row; nil without one.
  var previewRequest: FetchPreview? {
    guard let row = selectedRow else { return nil }
    let thread = row.threadSummary == nil ? nil : row.sourceThread
    return FetchPreview(number: row.number, thread: thread.map(query.members))
  }
}
