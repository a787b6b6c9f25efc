public import Foundation
import InboxCore

extension UIState {
  /// Takes an event in and answers with what is asked of the world.
  ///
  /// - Parameters:
  ///   - event: What happened.
  ///   - now: When it happened.
  /// - Returns: The effects, to be performed in this order.
  public mutating func update(_ event: Event, at now: Date) -> [Effect] {
    let effects = route(event, at: now)
    dropSeenBanner()
    return effects
  }

  private mutating func route(_ event: Event, at now: Date) -> [Effect] {
    switch event {
    case .key(let key): press(key, at: now)
    case .pasted(let text): paste(text)
    case .resized(let size): resize(to: size)
    case .answered(let effect, let result): receive(result, of: effect, at: now)
    case .changed(let wake): inboxChanged(wake, at: now)
    case .configured(let theme, let keymap, let preferences, let problems):
      configure(theme, keymap, preferences, problems, at: now)
    case .failed(let reason): fail(reason, at: now)
    case .tick: tick(at: now)
    case .linked(let link): go(to: link, at: now)
    }
  }

  private mutating func press(_ key: Key, at now: Date) -> [Effect] {
    guard key != .unknown else { return [] }
    status = nil
    // A question that comes after another key was pressed would be answered by whatever is typed.
    uncountedConfirmation = nil
    let earlier = pendingKeys
    pendingKeys = []
    switch context {
    case .confirm: return answer(key, at: now)
    case .menu: return pressInMenu(key, at: now)
    case .prompt: return type(key, at: now)
    case .list, .trash, .reader, .help:
      return press(earlier + [key], in: context, at: now)
    }
  }

  /// Does what a command means on the screen on top.
  mutating func perform(_ command: Command, at now: Date) -> [Effect] {
    if command == .back { alerts.banner = nil }
    if let effects = performAnywhere(command, at: now) ?? performAlertCommand(command, at: now) {
      return effects
    }
    return switch screen {
    case .list, .trash, .thread: performInList(command, at: now)
    case .reader: performInReader(command, at: now)
    case .help: performInHelp(command)
    }
  }
}
