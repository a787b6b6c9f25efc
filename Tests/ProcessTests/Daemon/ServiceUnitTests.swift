import Foundation
import InboxTestSupport
import Testing

/// The unit for systemd, as `systemd-analyze` reads it.
@Suite(.waiting) struct ServiceUnitTests {
  private let program = Program()

  private func install(_ options: String, home: Bool = false) throws -> Program.Run {
    let unset = home ? "" : "unset BELLBOARD_HOME; "
    return try program.shell(
      "\(unset)\"\(BuiltProgram.path("bellboardd"))\" install-service \(options)",
      environment: ["XDG_CONFIG_HOME": try program.path, "HOME": try program.path])
  }

  private var path: String { get throws { try program.path + "/systemd/user/bellboardd.service" } }

  @Test func `a unit is written, found sound by systemd, and taken away`() throws {
    let run = try install("")
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.contains("systemctl --user enable --now bellboardd"))
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(text.contains("ExecStart=\"\(BuiltProgram.path("bellboardd"))\""))
    #expect(!text.contains("BELLBOARD_HOME"))
    let check = try program.shell(
      "systemd-analyze verify --user '\(path)' 2>&1",
      environment: ["XDG_RUNTIME_DIR": try program.path, "HOME": try program.path])
    #expect(check.status == 0 && check.output.isEmpty, "\(check.output)")
    #expect(try install("").status == 0)
    #expect(try install("--remove").status == 0)
    #expect(!FileManager.default.fileExists(atPath: try path))
    #expect(try install("--remove").errors.contains("there is no"))
  }

  @Test func `a home of its own is kept, and so is a unit of a person's`() throws {
    let home = try program.path
    #expect(try install("--print", home: true).output.contains("BELLBOARD_HOME=\(home)\""))
    _ = try program.write("[Service]\nExecStart=/bin/true\n", to: "systemd/user/bellboardd.service")
    for options in ["", "--remove"] {
      let run = try install(options)
      #expect(run.status == 1)
      #expect(run.errors.contains("was kept"), "\(run.errors)")
    }
    #expect(try String(contentsOfFile: path, encoding: .utf8).hasPrefix("[Service]"))
  }
}
