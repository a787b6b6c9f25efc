import Foundation
import InboxTestSupport
import Testing

/// What `Scripts/install` leaves behind, with a program in the place of the built one.
struct InstallTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try Self.make("Scripts", in: folder.path)
    try Self.make(".build/release", in: folder.path)
    let script = "\(BuiltProgram.packageFolder)/Scripts/install"
    try FileManager.default.copyItem(atPath: script, toPath: "\(folder.path)/Scripts/install")
    for name in [
      "Scripts/setup", "Scripts/build", ".build/release/bellboard", ".build/release/bellboardd",
    ] {
      let path = "\(folder.path)/\(name)"
      try Data("#!/bin/sh\necho $*\n".utf8).write(to: URL(filePath: path))
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    }
  }

  private static func make(_ name: String, in folder: String) throws {
    try FileManager.default.createDirectory(
      atPath: "\(folder)/\(name)", withIntermediateDirectories: true)
  }

  private func install(_ arguments: String...) throws -> Int32 {
    try ChildProcess(
      "/bin/bash", ["\(folder.path)/Scripts/install"] + arguments,
      environment: ["PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": folder.path]
    ).end()
  }

  private func entries(of name: String) -> [String] {
    FileManager.default.enumerator(atPath: "\(folder.path)/\(name)")?
      .compactMap { $0 as? String }.sorted() ?? []
  }

  @Test(arguments: [1, 2])
  func `what was installed is taken away with the folders that were made for it`(
    _ times: Int
  ) throws {
    for _ in 0..<times { #expect(try install("\(folder.path)/new/apps") == 0) }
    let installed = entries(of: "new/apps")
    for file in ["man/man5/bellboard-config.5", "man/man1/bellboard.1", "man/man1/bellboardd.1"] {
      #expect(installed.contains("share/\(file)"))
    }
    for unit in ["service", "socket"] {
      #expect(installed.contains("share/systemd/user/bellboardd.\(unit)"))
    }
    #expect(try install("--remove", "\(folder.path)/new/apps") == 0)
    #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/new"))
  }

  @Test func `folders that were there stay, and those that something else lies in`() throws {
    try Self.make("apps/share/man", in: folder.path)
    #expect(try install("\(folder.path)/apps") == 0)
    let other = "\(folder.path)/apps/bin/other"
    try Data().write(to: URL(filePath: other))
    #expect(try install("--remove", "\(folder.path)/apps") == 0)
    #expect(entries(of: "apps") == ["bin", "bin/other", "share", "share/man"])
  }
}
