// A second process for tests: writes into an inbox, or prints what a watch of it takes.
//
//   InboxTestProcess write FOLDER FIRST-NUMBER COUNT full|normal MICROSECONDS-BETWEEN
//   InboxTestProcess write-and-die-before-bell FOLDER NUMBER
//   InboxTestProcess watch FOLDER COUNT
//   InboxTestProcess take-link FOLDER
//   InboxTestProcess act FOLDER MAXIMUM
//   InboxTestProcess push-and-die FOLDER COUNT
//
// It reaches into the library, which only a debug build allows.
import Foundation

#if DEBUG
  do {
    let arguments = Array(CommandLine.arguments.dropFirst())
    switch arguments.first {
    case "write": try write(arguments)
    case "write-and-die-before-bell": try writeAndDie(arguments)
    case "watch": try watch(arguments)
    case "take-link": try claimLink(arguments)
    case "act": try act(arguments)
    case "push-and-die": try pushAndDie(arguments)
    default: exit(64)
    }
  } catch {
    FileHandle.standardError.write(Data("\(error)\n".utf8))
    exit(1)
  }
#else
  exit(64)
#endif
