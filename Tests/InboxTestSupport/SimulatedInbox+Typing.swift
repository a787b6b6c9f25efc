public import InboxUI

extension SimulatedInbox {
  /// Types a text, one key a character.
  public mutating func type(_ text: String) {
    for character in text { send(.key(.character(character))) }
  }

  /// Types a command line and accepts it.
  @discardableResult
  public mutating func run(_ line: String) -> [Effect] {
    press(":")
    type(line)
    return press("Enter")
  }
}
