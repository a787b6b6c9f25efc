/// What a search for a row looks for.
enum SeekKind: Sendable, Hashable {
  case unread(isForward: Bool)
  case match(isForward: Bool)

  var isForward: Bool {
    switch self {
    case .unread(let isForward), .match(let isForward): isForward
    }
  }
}
