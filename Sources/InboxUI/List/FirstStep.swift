import InboxText

/// A command to try in another terminal, suggested in an empty inbox.
package struct FirstStep: Sendable, Hashable {
  /// The command line.
  package var command: String
  /// A short description.
  package var purpose: String

  /// Creates a step.
  package init(_ command: String, _ purpose: String) {
    self.command = command
    self.purpose = purpose
  }

  private static let heading = "In another terminal:"
  /// Columns between a command and its purpose.
  private static let gap = 3

  /// Lays out the steps that fit below the text of an empty inbox, in two columns.
  ///
  /// Narrow screens omit the purposes; if a command is still too wide, only the first one is shown.
  static func lines(of steps: [FirstStep], columns: Int, rows: Int) -> [Line] {
    guard let first = steps.first, rows > 0 else { return [] }
    let commands = steps.map { $0.command.printable() }
    let widest = commands.map(\.columns).max() ?? 0
    let purposes = steps.map(\.purpose.columns).max() ?? 0
    let room = columns - 2
    guard widest <= room else {
      return TextLayout.wrap(first.command.printable(), width: columns, lines: rows).map {
        EmptyScreen.centred($0, columns: columns, roles: RoleSet(.row))
      }
    }
    let isWide = widest + gap + purposes <= room
    let width = isWide ? widest + gap + purposes : widest
    let margin = Span.blank((columns - width) / 2, roles: RoleSet(.row))
    let lines = zip(commands, steps).prefix(rows).map { command, step in
      let space = Span.blank(widest + gap - command.columns, roles: RoleSet(.row))
      let purpose = [space, Span(step.purpose, roles: RoleSet(.readMessage))]
      let spans = [margin, Span(command, roles: RoleSet(.row))] + (isWide ? purpose : [])
      return Line(spans.filter { $0.columns > 0 }, fill: RoleSet(.row))
    }
    let title = EmptyScreen.centred(heading, columns: columns, roles: RoleSet(.readMessage))
    let head = [Line(fill: RoleSet(.row)), title].suffix(max(rows - lines.count, 0))
    return head + lines
  }
}
