import Foundation
import InboxSettings
import InboxTestSupport
import Testing

/// The commands of the exchange where something goes wrong: a signal, a lost server, a typo.
extension ExchangeTests {
  /// What is said of an inbox that has joined, and is not exchanged to the end.
  private static let unfinished =
    "bellboard: 'default' has joined, but not all of its messages have been exchanged; to "
    + "continue, start bellboardd or run 'bellboard exchange join' again; to undo it, run "
    + "'bellboard exchange leave'\r\n"

  /// A command that asks whether a message may be shared.
  private func joining(_ program: Program, _ server: NATSServer) throws -> PseudoTerminal {
    try program.configure(configuration(server, "laptop"))
    try program.run("push", "a")
    return try program.emulated(
      "exchange", "join", environment: ["TERM": "xterm"], showing: "[y/N]")
  }

  private func isJoined(_ program: Program) throws -> Bool {
    try program.run("exchange", "status", "--json").output.contains("\"joined\":true")
  }

  private func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

  private func content(_ path: String) throws -> String {
    try String(contentsOfFile: path, encoding: .utf8)
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func `a join that a signal ends says that the inbox has joined, and another one continues`(
    number: Int32
  ) throws {
    let server = try NATSServer(try #require(NATSProgram.all.last))
    let laptop = Program()
    let terminal = try joining(laptop, server)
    // The command waits for the terminal to take the progress bar.
    try terminal.stopOutput(true)
    terminal.send("y\n")
    #expect(try eventually { try isJoined(laptop) })
    #expect(try laptop.run("exchange", "join", "--yes").output.contains("has already joined"))
    terminal.signal(number)
    // It gives the inbox back before it writes to the terminal again.
    #expect(
      try eventually { try laptop.run("exchange", "join", "--yes").output.contains(" received, ") })
    try terminal.stopOutput(false)
    #expect(try terminal.wait() == (128 + number) << 8)
    #expect(terminal.text.contains("\r\u{1B}[K" + Self.unfinished), "\(terminal.text.suffix(600))")
    #expect(try laptop.run("exchange", "status").output.contains(" · 0 waiting · "))
  }

  @Test func `a join that loses the server says that the inbox has joined`() throws {
    let program = try #require(NATSProgram.all.last)
    let server = try NATSServer(program)
    let laptop = Program()
    let terminal = try joining(laptop, server)
    try server.stop()
    #expect(try terminal.wait(sending: "y\n") == 1 << 8)
    #expect(terminal.text.hasSuffix(Self.unfinished), "\(terminal.text)")
    #expect(try isJoined(laptop))
    let next = try NATSServer(program, in: server.folder)
    try laptop.configure(configuration(next, "laptop"))
    let again = try laptop.run("exchange", "join", "--yes")
    #expect(again.lines.first == "default: 0 received, 1 sent, 0 already here", "\(again)")
  }

  @Test func `a name of an inbox that no machine has makes none`() throws {
    let server = try NATSServer(try #require(NATSProgram.all.last))
    let (laptop, desktop) = (Program(), Program())
    let path = try laptop.path
    func text(_ machine: String, _ name: String) -> String {
      configuration(server, machine, "inboxes = [\"\(name)\", \"default\"]\nkey = \"\(path)/key\"")
    }
    try laptop.configure(text("laptop", "oncal"))
    #expect(try laptop.run("exchange", "key").status == 0)
    try laptop.run("push", "--inbox", "oncall", "x")
    let joining = try laptop.run("exchange", "join", "--yes", ending: 1, printing: "")
    #expect(
      joining.errors
        == "bellboard: exchange.inboxes lists 'oncal', but no inbox has that name, here or on "
        + "another machine; did you mean 'oncall'? To create 'oncal', run: "
        + "bellboard push --inbox oncal \"Hello\"\n")
    #expect(try !isJoined(laptop))

    for command in ["status", "leave"] { try laptop.run("exchange", command) }
    try laptop.run("exchange", "rekey", "--yes", ending: 1, saying: "'oncal' has not joined")
    let daemon = try RunningDaemon(laptop, configuration: text("laptop", "oncal"))
    defer { daemon.send(SIGTERM) }
    try daemon.source("exchange/oncal") { $0.error?.contains("no inbox 'oncal'") == true }
    #expect(!exists(path + "/inboxes/oncal") && !exists(path + "/key.new"))

    // It is made on purpose, and another machine knows its name then.
    try laptop.run("push", "--inbox", "oncal", "of the laptop")
    try laptop.run("exchange", "join", "--yes", ending: 0)
    try desktop.configure(text("desktop", "oncal"))
    try desktop.run("exchange", "join", "--yes", ending: 0)
    try desktop.run("list", "--inbox", "oncal", "--format", "{title}", printing: "of the laptop\n")

    // The stream of other inboxes is no inbox of that name.
    try desktop.configure(text("desktop", "other"))
    let other = try desktop.run("exchange", "join", "--yes", ending: 1)
    #expect(other.errors.contains("exchange.inboxes lists 'other'"))
    #expect(try !exists(desktop.path + "/inboxes/other"))
  }

  /// A machine that has joined with a key, in the file `key` of its home.
  private func sealing(_ server: NATSServer, _ more: String = "") throws -> Program {
    let laptop = Program()
    try laptop.configure(try sealed(server, laptop, more))
    #expect(try laptop.run("exchange", "key").status == 0)
    try laptop.run("push", "a")
    try laptop.run("push", "--inbox", "oncall", "b")
    try laptop.run("exchange", "join", "--yes", ending: 0)
    return laptop
  }

  private func sealed(
    _ server: NATSServer, _ program: Program, _ more: String = ""
  ) throws -> String {
    configuration(server, "laptop", "key = \"\(try program.path)/key\"\n\(more)")
      .replacing("nats://", with: "nats://ann:word@")
  }

  /// A user who may not publish to some subjects.
  private func denying(_ subject: String) -> String {
    """
    authorization { users = [
      { user: ann, password: word, permissions: { publish: { deny: ["\(subject)"] } } }
    ] }
    """
  }

  @Test func `a refused rekey keeps the key, and leaves no other`() throws {
    let server = try NATSServer(
      try #require(NATSProgram.all.last), denying("$JS.API.STREAM.PURGE.>"))
    let laptop = try sealing(server)
    let key = try laptop.path + "/key"
    let before = try content(key)
    try laptop.run(
      "exchange", "rekey", "--yes", ending: 1, printing: "",
      saying: "may not publish to $JS.API.STREAM.PURGE")
    #expect(try content(key) == before)
    #expect(!exists(key + ".new") && !exists(key + ".old"))
    #expect(try laptop.run("exchange", "join", "--yes").status == 0)
  }

  @Test func `a rekey that fails in the middle keeps the new key, and the next continues`() throws {
    let program = try #require(NATSProgram.all.last)
    let inboxes = "inboxes = [\"default\", \"oncall\"]"
    let first = try NATSServer(program)
    let laptop = try sealing(first, inboxes)
    try first.stop()
    let second = try NATSServer(program, denying("bb1.oncall.key"), in: first.folder)
    try laptop.configure(try sealed(second, laptop, inboxes))
    let key = try laptop.path + "/key"
    let before = try content(key)
    try laptop.run(
      "exchange", "rekey", "--yes", ending: 1, printing: "",
      saying: "kept in \(key).new; to continue with it, run")
    #expect(try content(key) == before)
    let new = try content(key + ".new")
    try second.stop()

    let third = try NATSServer(program, in: first.folder)
    try laptop.configure(try sealed(third, laptop, inboxes))
    try laptop.run(
      "exchange", "rekey", "--yes", ending: 0,
      saying: "an earlier run left the key in \(key).new; continuing with it")
    #expect(try content(key) == new)
    #expect(try content(key + ".old") == before)
    #expect(!exists(key + ".new"))
    let desktop = Program()
    try desktop.configure(try sealed(third, laptop, inboxes))
    try desktop.run("exchange", "join", "--yes", ending: 0)
    #expect(try titles(desktop) == ["a"])
    try desktop.run("list", "--inbox", "oncall", "--format", "{title}", printing: "b\n")
  }

  @Test func `a rekey that cannot keep the old key leaves its file; the next continues`() throws {
    let server = try NATSServer(try #require(NATSProgram.all.last))
    let laptop = Program()
    let key = try laptop.path + "/key"
    try laptop.configure(configuration(server, "laptop", "key = \"\(key)\""))
    #expect(try laptop.run("exchange", "key").status == 0)
    try laptop.run("push", "a")
    #expect(try laptop.run("exchange", "join", "--yes").status == 0)
    let before = try content(key)
    try FileManager.default.createDirectory(
      atPath: key + ".old", withIntermediateDirectories: false)
    try laptop.run(
      "exchange", "rekey", "--yes", ending: 1, printing: "",
      saying: "kept in \(key).new; to continue with it, run")
    #expect(try content(key) == before)
    let new = try content(key + ".new")

    try FileManager.default.removeItem(atPath: key + ".old")
    try laptop.run("exchange", "rekey", "--yes", ending: 0)
    #expect(try content(key) == new && content(key + ".old") == before)
    #expect(!exists(key + ".new") && !exists(key + ".old.new"))
    let status = try laptop.run("exchange", "status")
    #expect(status.output.contains(" · 0 waiting · "), "\(status)")
  }

  @Test func `a rekey that is not wanted, or finds a damaged file, says so`() throws {
    let server = try NATSServer(try #require(NATSProgram.all.last))
    let laptop = try sealing(server)
    let key = try laptop.path + "/key"
    let before = try content(key)
    let terminal = try laptop.emulated(
      "exchange", "rekey", environment: ["TERM": "xterm"], showing: "[y/N]")
    try terminal.send("n\n", showing: "bellboard: the key was not replaced")
    #expect(try terminal.wait() == 1 << 8)
    try laptop.write("rubbish\n", to: "key.new")
    try laptop.run(
      "exchange", "rekey", "--yes", ending: 1,
      saying: "an earlier rekey left this file, and you may remove it")
    try FileManager.default.removeItem(atPath: key + ".new")
    #expect(try laptop.run("exchange", "rekey", "--yes").status == 0)
    #expect(try content(key) != before)
  }

  @Test func `a rekey seals an exchange that had no key`() throws {
    let server = try NATSServer(try #require(NATSProgram.all.last))
    let (laptop, desktop) = (Program(), Program())
    for (program, name) in [(laptop, "laptop"), (desktop, "desktop")] {
      try program.configure(configuration(server, name))
      try program.run("push", name)
      #expect(try program.run("exchange", "join", "--yes").status == 0)
    }
    let key = try laptop.path + "/keys/key"
    try laptop.configure(configuration(server, "laptop", "key = \"\(key)\""))
    try laptop.run("exchange", "rekey", "--yes", ending: 0)
    #expect(exists(key) && !exists(key + ".old") && !exists(key + ".new"))
    // What the other machine had sent was read before.
    #expect(try titles(laptop) == ["desktop", "laptop"])
    try desktop.run(
      "exchange", "join", "--yes", ending: 1, saying: "copy the key file of another machine")
    try desktop.configure(configuration(server, "desktop", "key = \"\(key)\""))
    #expect(try desktop.run("exchange", "join", "--yes").status == 0)
    #expect(try titles(desktop) == ["desktop", "laptop"])
    // A lost file is no reason for a new key.
    try FileManager.default.removeItem(atPath: key)
    try laptop.run("exchange", "rekey", "--yes", ending: 1, saying: "sealed with the key")
    #expect(!exists(key) && !exists(key + ".new"))
  }

  @Test func `a new key is named by a path that holds in each folder`() throws {
    let laptop = Program()
    let written = try laptop.shell(
      "cd \"$BELLBOARD_HOME\" && \"$B\" exchange key exchange.key", ending: 0)
    #expect(
      written.lines.contains {
        $0.hasPrefix("Add it to the configuration, under [exchange]: key = \"/")
          && $0.hasSuffix("/exchange.key\"")
      }, "\(written)")
    try laptop.configure("[exchange]\nurl = \"x\"\nkey = \"exchange.key\"\n")
    for command in ["status", "key", "join", "leave"] {
      let refused = try laptop.run("exchange", command, ending: 1)
      let words = "exchange.key is \"exchange.key\", expected an absolute path, or one that begins"
      #expect(refused.errors.contains(words), "\(refused)")
    }
  }
}
