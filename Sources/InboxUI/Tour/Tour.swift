/// The tour of the demonstration: one step after the other, each until its key was pressed.
package struct Tour: Sendable, Hashable {
  /// A step: commands, the first of which is shown with its key, and what that does.
  struct Step: Sendable, Hashable {
    let commands: [Command]
    let text: String
    let shortText: String

    init(_ commands: [Command], _ text: String, short shortText: String) {
      self.commands = commands
      self.text = text
      self.shortText = shortText
    }
  }

  /// How many steps are done.
  private(set) var place = 0

  /// Makes a tour at its first step.
  package init() {}

  /// The number of the present step; until one has left the reader, that of reading.
  ///
  /// - Parameters:
  ///   - isOnList: Whether the list is on top.
  ///   - steps: The steps for which there are keys.
  /// - Returns: The number, from 1.
  func number(isOnList: Bool, in steps: [Step]) -> Int {
    let hasJustRead = place > 0 && steps[place - 1].commands == [.reading(.view)]
    return !isOnList && hasJustRead ? place : place + 1
  }

  /// Goes on when a key means what the present step is about.
  ///
  /// - Returns: Whether steps are left.
  mutating func follow(_ command: Command, in steps: [Step]) -> Bool {
    if steps.indices.contains(place), steps[place].commands.contains(command) { place += 1 }
    return place < steps.count
  }

  /// The steps; what is deleted in one is restored in the next.
  static let steps = [
    Step(
      [.moving(.moveDown), .moving(.moveUp)], "moves to the next message", short: "next message"),
    Step([.reading(.view)], "shows the message", short: "read it"),
    Step([.acting(.mark)], "marks messages, to act on them together", short: "mark"),
    Step([.acting(.delete)], "moves what is marked to the trash", short: "delete"),
    Step([.acting(.undo)], "undoes that", short: "undo"),
    Step([.finding(.goToMessage)], "finds any message by its title", short: "find"),
    Step([.screen(.help)], "shows the most used keys and ends the tour", short: "keys"),
  ]
}
