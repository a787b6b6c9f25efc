import Foundation
import InboxSettings
import InboxTestSupport
import Testing

/// The list of machines, as people see it and take machines out of it.
extension ExchangeTests {
  private func status(_ program: Program) throws -> String {
    try program.run("exchange", "status").output
  }

  @Test func `two machines of one name are listed, and status and doctor say what to do`() throws {
    let server = try NATSServer(try #require(NATSProgram.all.last))
    let (laptop, other) = (try joined(server, "laptop"), try joined(server, "laptop"))
    let (first, second) = (try live(laptop, server, "laptop"), try live(other, server, "laptop"))
    defer { [first, second].forEach { $0.send(SIGTERM) } }
    let warning =
      "this machine and another one are named laptop; set exchange.machine in the configuration of "
      + "one of them"
    for program in [laptop, other] {
      #expect(try eventually { try status(program).contains("\n          \(warning)\n") })
      let shown = try status(program)
      #expect(shown.contains("laptop (here) · laptop (last wrote "), "\(shown)")
      let json = try program.run("exchange", "status", "--json").output
      #expect(json.contains("\"warnings\":[\"\(warning)\"]"), "\(json)")
      let checks = try program.run("doctor").lines
      #expect(checks.contains { $0.hasPrefix("warn") && $0.contains(warning) }, "\(checks)")
    }
    // With another name all is well.
    try other.configure("http.listen = [\"127.0.0.1:0\"]\n" + configuration(server, "desktop"))
    #expect(try eventually { try status(laptop).contains("laptop (here) · desktop (last") })
    #expect(try eventually { try !status(other).contains("are named") })
    #expect(try !status(laptop).contains("are named"))
  }

  @Test func `a lost machine leaves all lists, and is in them again when it connects`() throws {
    let server = try NATSServer(try #require(NATSProgram.all.last))
    let (laptop, desktop) = (try joined(server, "laptop"), try joined(server, "desktop"))
    let phone = try joined(server, "phone", ["of the phone"])
    let (first, second) = (try live(laptop, server, "laptop"), try live(desktop, server, "desktop"))
    let third = try live(phone, server, "phone")
    defer { [first, second].forEach { $0.send(SIGTERM) } }
    for program in [laptop, desktop] {
      #expect(try eventually { try status(program).contains("phone (last wrote") })
    }
    #expect(try eventually { try status(laptop).contains("desktop (last wrote") })
    #expect(try third.end() == 0)

    try laptop.run(
      "exchange", "leave", "--forget-machine", "fone", ending: 1, printing: "",
      saying: "no machine 'fone' in the list; it has desktop, phone")
    try laptop.run(
      "exchange", "leave", "--forget-machine", "laptop", ending: 1,
      saying: "'laptop' is this machine")

    let forgotten = try laptop.run("exchange", "leave", "--forget-machine", "phone", ending: 0)
    #expect(
      forgotten.lines == [
        "default: removed phone from the list on this machine",
        "bellboardd tells the other machines; if it cannot, 'bellboard exchange status' says why.",
        "phone last wrote less than 1 min ago. If it still exchanges messages, it will be listed "
          + "again; to prevent that, run 'bellboard exchange leave' there, or remove its user "
          + "from the server.",
        "This does not revoke access: remove the user of a lost machine from the server, and run "
          + "'bellboard exchange rekey'.",
      ], "\(forgotten)")
    #expect(try !status(laptop).contains("phone"))
    #expect(try eventually { try !status(desktop).contains("phone") })
    #expect(try titles(laptop) == ["of the phone"])
    // This machine has not left.
    try first.source(Self.source) { $0.detail?.hasPrefix("live") == true }

    let again = try live(phone, server, "phone")
    defer { again.send(SIGTERM) }
    for program in [laptop, desktop] {
      #expect(try eventually { try status(program).contains("phone (last wrote") })
    }
  }

  @Test func `where the server refuses it, status names the machine others still list`() throws {
    let users = """
      authorization { users = [
        { user: admin, password: p }
        { user: guest, password: p, permissions: { publish: { deny: ["bb1.default.machine.*"] } } }
      ] }
      """
    let server = try NATSServer(try #require(NATSProgram.all.last), users)
    let (laptop, desktop) = (Program(), Program())
    func text(_ machine: String, _ user: String) -> String {
      configuration(server, machine).replacing("nats://", with: "nats://\(user):p@")
    }
    for (program, machine, user) in [(desktop, "desktop", "admin"), (laptop, "laptop", "guest")] {
      try program.configure(text(machine, user))
      #expect(try program.run("exchange", "join", "--yes").status == 0)
    }
    let second = try live(desktop, text("desktop", "admin"))
    let first = try live(laptop, text("laptop", "guest"))
    defer { first.send(SIGTERM) }
    #expect(try eventually { try status(laptop).contains("desktop (last wrote") })
    #expect(try second.end() == 0)
    #expect(try laptop.run("exchange", "leave", "--forget-machine", "desktop").status == 0)
    #expect(
      try eventually {
        let shown = try status(laptop)
        return shown.contains(" · 1 refused · ")
          && shown.contains("stays here: the user may not write it")
          && shown.contains("          desktop  is still in the lists of the other machines")
      })
    #expect(try !status(laptop).contains("desktop (last wrote"))
    let json = try laptop.run("exchange", "status", "--json").output
    // A change, and no message.
    #expect(json.contains("\"held\":1") && json.contains("\"count\":0"), "\(json)")
    #expect(json.contains("\"reason\":\"1 change stays here: "), "\(json)")
  }

  @Test func `a machine that leaves disappears from the lists, also beside its daemon`() throws {
    let server = try NATSServer(try #require(NATSProgram.all.last))
    let (laptop, desktop) = (try joined(server, "laptop"), try joined(server, "desktop"))
    let (first, second) = (try live(laptop, server, "laptop"), try live(desktop, server, "desktop"))
    defer { [first, second].forEach { $0.send(SIGTERM) } }
    #expect(try eventually { try status(desktop).contains("laptop (last wrote") })
    let left = try laptop.run("exchange", "leave", ending: 0, errors: "")
    #expect(
      left.output == "default has left; now remove [exchange] from the configuration\n", "\(left)")
    #expect(try eventually { try !status(desktop).contains("laptop") })
    // Its daemon goes on, and announces it no more.
    try first.source(Self.source) { $0.error?.contains("has not joined") == true }
    try laptop.run("push", "of the laptop")
    try desktop.run("push", "of the desktop")
    #expect(try eventually { try status(desktop).contains(" · 0 waiting") })
    #expect(try !status(desktop).contains("laptop"))
    #expect(try titles(desktop) == ["of the desktop"])

    try laptop.run(
      "exchange", "join", "--yes", printing: "default: 1 received, 1 sent, 0 already here\n")
    #expect(try eventually { try status(desktop).contains("laptop (last wrote") })
  }

  @Test func `who leaves while the server is away is told what to do on another machine`() throws {
    let server = try NATSServer(try #require(NATSProgram.all.last))
    let laptop = try joined(server, "my laptop")
    try server.stop()
    let left = try laptop.run("exchange", "leave", ending: 0)
    #expect(
      left.lines == [
        "default has left; now remove [exchange] from the configuration",
        "The other machines could not be told: cannot connect to 127.0.0.1:\(server.port): "
          + "Connection refused",
        "Run on one of them: bellboard exchange leave --forget-machine 'my laptop'",
      ], "\(left)")
    #expect(try laptop.run("exchange", "status").output.contains("not joined"))
  }

  @Test func `this machine leaves also where the program for the server is missing`() throws {
    let server = try NATSServer(try #require(NATSProgram.all.last))
    let laptop = try joined(server, "laptop")
    let left = try laptop.shell(
      """
      mkdir "$H/alone" && cp "$B" "$H/alone/" && PATH=/nowhere "$H/alone/bellboard" exchange leave
      """, environment: ["H": try laptop.path], ending: 0)
    #expect(left.lines.first?.hasPrefix("default has left") == true, "\(left)")
    #expect(left.output.contains("could not be told: cannot start bellboardd"), "\(left)")
    #expect(try laptop.run("exchange", "status").output.contains("not joined"))
  }

  @Test func `what is forgotten without a daemon is told at the next exchange`() throws {
    let server = try NATSServer(try #require(NATSProgram.all.last))
    let laptop = try joined(server, "laptop")
    let daemon = try live(laptop, server, "laptop")
    let (desktop, atlas) = (try joined(server, "desktop"), try joined(server, "atlas"))
    for program in [desktop, atlas] {
      #expect(
        try eventually {
          try program.run("exchange", "join", "--yes")
          return try status(program).contains("laptop (last wrote")
        })
    }
    #expect(try daemon.end() == 0)
    let forgotten = try desktop.run("exchange", "leave", "--forget-machine", "laptop", ending: 0)
    #expect(forgotten.output.contains("The other machines will be told when bellboardd runs."))
    #expect(try status(desktop).contains("1 waiting"))
    #expect(try desktop.run("exchange", "join", "--yes").status == 0)
    #expect(try status(desktop).contains("0 waiting"))
    #expect(try status(atlas).contains("laptop (last wrote"))
    #expect(try atlas.run("exchange", "join", "--yes").status == 0)
    #expect(try !status(atlas).contains("laptop"))
  }
}
