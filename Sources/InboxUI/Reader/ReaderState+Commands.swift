import InboxCore

extension ReaderState {
  /// The step of horizontal scrolling, in columns.
  private static let sidestep = 8

  /// Performs a command that changes how the message is shown.
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

  /// The reply after further fields were unfolded or folded; nil means that there are none.
  static func reply(toFields isOpen: Bool?) -> Reply {
    Reply(status: isOpen.map { .fields(isOpen: $0) } ?? .noFields)
  }
}
