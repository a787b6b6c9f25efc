import ArgumentParser

/// The notification inbox for your terminal.
struct Bellboard: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bellboard",
    abstract: "The notification inbox for your terminal.",
    discussion: """
      Without a command it opens the inbox on the screen; press ? there for the keys. Every \
      command works while screens are open, on the same inbox.
      """,
    version: "0.1.0",
    groupedSubcommands: [
      CommandGroup(name: "Sending", subcommands: [Push.self, Run.self, Ask.self, Import.self]),
      CommandGroup(
        name: "Reading",
        subcommands: [List.self, Show.self, Count.self, Watch.self, Stats.self, Export.self]),
      CommandGroup(
        name: "Acting",
        subcommands: [
          Open.self, Go.self, Answer.self, Copy.self, Read.self, Unread.self, Delete.self,
          Restore.self, Pin.self, Unpin.self, Snooze.self, Unsnooze.self, Purge.self, Undo.self,
          Redo.self,
        ]),
      CommandGroup(
        name: "Housekeeping",
        subcommands: [
          Inboxes.self, ThemeCommands.self, Keys.self, ConfigCommands.self, Doctor.self, Man.self,
          Completions.self,
        ]),
      CommandGroup(name: "On the screen", subcommands: [ScreenCommand.self, Demo.self]),
    ],
    defaultSubcommand: ScreenCommand.self)
}
