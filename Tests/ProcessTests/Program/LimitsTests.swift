import Foundation
import InboxTestSupport
import Testing

/// The program within the limits of a shell: `ulimit` and `umask`.
@Suite("limits of the shell")
struct LimitsTests {
  let program = Program()

  /// The permission bits of a file.
  private func mode(of path: String) throws -> Int {
    let facts = try FileManager.default.attributesOfItem(atPath: path)
    return try #require(facts[.posixPermissions] as? Int)
  }

  @Test(arguments: ["push x", "run -- true", "go @1", "undo", "list", "push --json"])
  func `a command with few descriptors works or says why not`(command: String) throws {
    try program.run("push", "first")
    let input = try program.write(#"{"title": "second"}"#, to: "in.json")
    for limit in 5...20 {
      let run = try program.shell("exec < '\(input)'; ulimit -n \(limit); exec \"$B\" \(command)")
      #expect(run.status < 100, "\(limit): \(run.errors)")
      let isRefused = run.errors.contains("more files can be opened here")
      #expect(isRefused == (limit < 15), "\(limit): \(run.errors)")
    }
  }

  @Test(arguments: [8, 16, 20, 30, 64]) func `a screen with few descriptors says why not`(
    limit: Int
  ) throws {
    try program.run("push", "first")
    let terminal = try PseudoTerminal(
      "/bin/sh", ["-c", "ulimit -n \(limit); exec \"$B\""],
      environment: program.environment(["B": Program.path, "TERM": "xterm-256color"]))
    if limit < 35 {
      #expect(try terminal.wait() == 1 << 8)
      #expect(terminal.text.contains("ulimit -n 256"))
    } else {
      try terminal.awaitOutput("first")
      #expect(try terminal.wait(sending: "Q") == 0)
    }
  }

  @Test(arguments: [8, 64]) func `a file size limit is reported, and nothing is lost`(
    blocks: Int
  ) throws {
    let run = try program.shell("ulimit -f \(blocks); exec \"$B\" push first body")
    #expect(run.status == 1)
    #expect(run.errors.contains("limits files to"), "\(run.errors)")
    #expect(run.errors.contains("nothing was stored"))
    #expect(try program.run("push", "second").status == 0)
    #expect(try program.run("list", "--format", "{title}").lines == ["second"])
  }

  // Before: it did its work, and hung when it freed the connections.
  @Test(arguments: ["push x", "count", "list", "read @1", "export", "push x --inbox new"])
  func `a command ends where no thread is to be had`(command: String) throws {
    try program.run("push", "first")
    // The limit is none for root.
    let run = try program.shell(
      """
      chmod -R a+rwX '\(try program.path)'
      [ $(id -u) != 0 ] || D='setpriv --reuid=65534 --regid=65534 --clear-groups'
      exec timeout 60 $D prlimit --nproc=0 "$B" \(command)
      """)
    #expect(run.status == 0 && !run.output.isEmpty, "\(run)")
  }

  @Test func `programs that are started get the mask of the shell`() throws {
    let folder = try ProgramFolder()
    let opener = try folder.add("opener", "echo x > '\(folder.path)/opened'")
    try program.run("push", "x", "--url", "https://example.org")
    let run = try program.shell(
      "umask 027; \"$B\" run -- touch '\(folder.path)/made'; \"$B\" open @1",
      environment: ["BROWSER": opener])
    #expect(run.status == 0, "\(run.errors)")
    #expect(try mode(of: folder.path + "/made") == 0o640)
    #expect(eventually { FileManager.default.fileExists(atPath: folder.path + "/opened") })
    #expect(try mode(of: folder.path + "/opened") == 0o640)
  }

  @Test func `files of the inbox are this user's whatever the mask`() throws {
    #expect(try program.shell("umask 000; \"$B\" run -- true").status == 0)
    let inbox = "\(try program.path)/inboxes/default"
    #expect(try mode(of: inbox) == 0o700)
    for name in try FileManager.default.contentsOfDirectory(atPath: inbox) {
      #expect(try mode(of: "\(inbox)/\(name)") == 0o600, "\(name)")
    }
  }
}
