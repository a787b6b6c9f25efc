import InboxCore

extension ReaderState {
  /// Columns by which a key scrolls sideways.
  private static let sidestep = 8

  /// Changes how the message is shown.
  mutating func perform(_ command: Command.Viewing, in context: PartContext) -> Reply {
    let areas = context.areas
    switch command {
    case .toggleWrap: return Reply(status: .wrapping(toggleWrap(in: areas)))
    case .toggleRaw:
      guard message?.format == .markdown else { return Reply(status: .notMarkdown) }
      return Reply(status: .markdown(isRaw: toggleRaw(in: areas)))
    case .toggleFields: return Self.reply(toFields: toggleFields(in: areas))
    case .showPicture: return Reply(status: showPicture(in: areas, context.environment))
    case .scrollRight:
      guard !scroll(columns: Self.sidestep, in: areas) else { return Reply() }
      return Reply(status: .linesWrapped(key: context.screenKey(of: .viewing(.toggleWrap))))
    case .scrollLeft:
      return scroll(columns: -Self.sidestep, in: areas) ? Reply() : Reply(messages: [.leave])
    }
  }

  /// The reply once the sender's own fields were opened or folded; nil means that there are none.
  static func reply(toFields isOpen: Bool?) -> Reply {
    Reply(status: isOpen.map { .fields(isOpen: $0) } ?? .noFields)
  }
}
