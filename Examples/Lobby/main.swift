import Foundation
import InboxCore

// The desk of a small hotel, with an inbox of its own: how a program embeds Bellboard.
//
//   Lobby            an inbox in memory, gone when the program ends
//   Lobby FOLDER     an inbox in a folder, which other programs may write into meanwhile
//   Lobby FOLDER follow, Lobby FOLDER read MESSAGES: without a screen

do {
  let inbox =
    if let folder = CommandLine.arguments.dropFirst().first {
      try Inbox.open(folder: folder, configuration: Lobby.configuration)
    } else {
      try Inbox.inMemory(configuration: Lobby.configuration)
    }
  defer { try? inbox.close() }
  if let command = CommandLine.arguments.dropFirst(2).first {
    let status = try Commands(inbox: inbox).run(command, CommandLine.arguments.dropFirst(3))
    try inbox.close()
    exit(status)
  }
  let screen = Screen()
  defer { screen.close() }
  let lobby = try Lobby(inbox: inbox, screen: screen)
  lobby.run()
  lobby.close()
} catch {
  // The screen is closed by now, so that this stays to be read.
  try? FileHandle.standardError.write(contentsOf: Data("Lobby: \(error)\n".utf8))
  exit(EXIT_FAILURE)
}
