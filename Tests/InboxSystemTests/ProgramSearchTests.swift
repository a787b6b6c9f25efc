import Foundation
import InboxSystem
import InboxTestSupport
import Testing

@Suite struct ProgramSearchTests {
  @Test func `a program is a file that may be run`() throws {
    let folder = try TemporaryFolder()
    let files = FileManager.default
    try files.createDirectory(atPath: folder.path + "/folder", withIntermediateDirectories: false)
    for (name, permissions) in [("program", 0o755), ("text", 0o644)] {
      let path = "\(folder.path)/\(name)"
      #expect(files.createFile(atPath: path, contents: Data("#!/bin/sh\n".utf8)))
      try files.setAttributes([.posixPermissions: permissions], ofItemAtPath: path)
    }
    try files.createSymbolicLink(
      atPath: folder.path + "/link", withDestinationPath: folder.path + "/program")
    let search = ProgramSearch(path: "/nowhere:\(folder.path)")
    for name in ["program", "link"] {
      #expect(search.finds(name) && search.finds("\(folder.path)/\(name)"))
    }
    for name in ["folder", "text", "missing", ""] {
      #expect(!search.finds(name) && !search.finds("\(folder.path)/\(name)"))
    }
  }
}
