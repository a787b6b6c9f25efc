import Foundation
import InboxTestSupport
import Testing

/// What `Scripts/install` leaves behind, with a program in the place of the built one.
@Suite(.waiting) struct InstallTests {
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
  func `what was installed is taken away with the folders made for it`(_ times: Int) throws {
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

  private let program = Program()

  private func installService(_ options: String, home: Bool = false) throws -> Program.Run {
    let unset = home ? "" : "unset BELLBOARD_HOME; "
    return try program.shell(
      "\(unset)\"\(BuiltProgram.path("bellboardd"))\" install-service \(options)",
      environment: ["XDG_CONFIG_HOME": try program.path, "HOME": try program.path])
  }

  private var path: String { get throws { try program.path + "/systemd/user/bellboardd.service" } }

  @Test func `a unit is written, found sound by systemd, and taken away`() throws {
    let run = try installService("")
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.contains("systemctl --user enable --now bellboardd"))
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(text.contains("ExecStart=\"\(BuiltProgram.path("bellboardd"))\""))
    #expect(!text.contains("BELLBOARD_HOME"))
    try program.shell(
      "systemd-analyze verify --user '\(path)' 2>&1",
      environment: ["XDG_RUNTIME_DIR": try program.path, "HOME": try program.path], ending: 0,
      printing: "")
    #expect(try installService("").status == 0)
    #expect(try installService("--remove").status == 0)
    #expect(!FileManager.default.fileExists(atPath: try path))
    #expect(try installService("--remove").errors.contains("there is no"))
  }

  @Test func `a home of its own is kept, and so is a unit of a person's`() throws {
    let home = try program.path
    #expect(try installService("--print", home: true).output.contains("BELLBOARD_HOME=\(home)\""))
    try program.write("[Service]\nExecStart=/bin/true\n", to: "systemd/user/bellboardd.service")
    for options in ["", "--remove"] {
      let run = try installService(options)
      #expect(run.status == 1)
      #expect(run.errors.contains("was kept"), "\(run.errors)")
    }
    #expect(try String(contentsOfFile: path, encoding: .utf8).hasPrefix("[Service]"))
  }

  @Test func `with --socket every address has a port`() throws {
    try program.configure("http.listen = ['127.0.0.1:0']\n")
    let run = try installService("--socket --print", home: true)
    #expect(run.status == 1 && run.output.isEmpty, "\(run)")
    #expect(run.errors.contains("http.listen has '127.0.0.1:0'"), "\(run.errors)")
    #expect(try installService("--print", home: true).status == 0)
  }

  @Test func `with --socket systemd listens where the configuration says`() throws {
    try program.configure(
      "http.listen = ['localhost:7575', '[::1]:7576', 'unix:/run/user/1000/b 100%']\n")
    let run = try program.shell(
      "\"\(BuiltProgram.path("bellboardd"))\" install-service --socket",
      environment: ["XDG_CONFIG_HOME": try program.path, "HOME": try program.path], ending: 0)
    #expect(run.output.contains("bellboardd.socket bellboardd.service"))
    let socket = try program.path + "/systemd/user/bellboardd.socket"
    let text = try String(contentsOfFile: socket, encoding: .utf8)
    #expect(
      text.contains(
        "ListenStream=127.0.0.1:7575\nListenStream=[::1]:7576\n"
          + "ListenStream=/run/user/1000/b 100%%\n"))
    try program.shell(
      "systemd-analyze verify --user '\(socket)' '\(path)' 2>&1",
      environment: ["XDG_RUNTIME_DIR": try program.path, "HOME": try program.path], ending: 0,
      printing: "")
    // Without it the socket's unit goes, for the service opens its own again.
    #expect(try installService("").status == 0)
    #expect(!FileManager.default.fileExists(atPath: socket))
    #expect(try installService("--remove").status == 0)
    try program.configure("http.enabled = false\n")
    #expect(try installService("--socket", home: true).errors.contains("nothing to listen for"))
  }
}
