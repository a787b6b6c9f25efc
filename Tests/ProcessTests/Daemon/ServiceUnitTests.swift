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

  @Test func `with --socket every address has a port`() throws {
    _ = try program.write("http.listen = ['127.0.0.1:0']\n", to: "config.toml")
    let run = try install("--socket --print", home: true)
    #expect(run.status == 1 && run.output.isEmpty, "\(run)")
    #expect(run.errors.contains("http.listen has '127.0.0.1:0'"), "\(run.errors)")
    #expect(try install("--print", home: true).status == 0)
  }

  @Test func `with --socket systemd listens where the configuration says`() throws {
    _ = try program.write(
      "http.listen = ['localhost:7575', '[::1]:7576', 'unix:/run/user/1000/b 100%']\n",
      to: "config.toml")
    let run = try program.shell(
      "\"\(BuiltProgram.path("bellboardd"))\" install-service --socket",
      environment: ["XDG_CONFIG_HOME": try program.path, "HOME": try program.path])
    #expect(run.status == 0 && run.output.contains("bellboardd.socket bellboardd.service"))
    let socket = try program.path + "/systemd/user/bellboardd.socket"
    let text = try String(contentsOfFile: socket, encoding: .utf8)
    #expect(
      text.contains(
        "ListenStream=127.0.0.1:7575\nListenStream=[::1]:7576\n"
          + "ListenStream=/run/user/1000/b 100%%\n"))
    let check = try program.shell(
      "systemd-analyze verify --user '\(socket)' '\(path)' 2>&1",
      environment: ["XDG_RUNTIME_DIR": try program.path, "HOME": try program.path])
    #expect(check.status == 0 && check.output.isEmpty, "\(check.output)")
    // Without it the socket's unit goes, for the service opens its own again.
    #expect(try install("").status == 0)
    #expect(!FileManager.default.fileExists(atPath: socket))
    #expect(try install("--remove").status == 0)
    _ = try program.write("http.enabled = false\n", to: "config.toml")
    #expect(try install("--socket", home: true).errors.contains("nothing to listen for"))
  }
}
