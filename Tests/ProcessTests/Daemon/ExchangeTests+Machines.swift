import Foundation
import InboxSettings
import InboxTestSupport
import Testing

/// The list of machines, as people see it and take machines out of it.
extension ExchangeTests {
  private func status(_ program: Program) throws -> String {
    try program.run("exchange", "status").output
  }

  @Test func `two machines of one name are both listed, and status and doctor say what to do`()
    throws
  {
    let server = try NATSServer(try #require(NATSProgram.all.last))
    let (laptop, other) = (try joined(server, "laptop"), try joined(server, "laptop"))
    let first = try live(laptop, configuration(server, "laptop"))
    let second = try live(other, configuration(server, "laptop"))
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
    let renamed = configuration(server, "desktop")
    _ = try other.write("http.listen = [\"127.0.0.1:0\"]\n" + renamed, to: "config.toml")
    #expect(try eventually { try status(laptop).contains("laptop (here) · desktop (last") })
    #expect(try eventually { try !status(other).contains("are named") })
    #expect(try !status(laptop).contains("are named"))
  }

  @Test func `a lost machine disappears from all lists, and is in them again when it connects`()
    throws
  {
    let server = try NATSServer(try #require(NATSProgram.all.last))
    let (laptop, desktop) = (try joined(server, "laptop"), try joined(server, "desktop"))
    let phone = try joined(server, "phone", ["of the phone"])
    let first = try live(laptop, configuration(server, "laptop"))
    let second = try live(desktop, configuration(server, "desktop"))
    let third = try live(phone, configuration(server, "phone"))
    defer { [first, second].forEach { $0.send(SIGTERM) } }
    for program in [laptop, desktop] {
      #expect(try eventually { try status(program).contains("phone (last wrote") })
    }
    #expect(try eventually { try status(laptop).contains("desktop (last wrote") })
    #expect(try third.end() == 0)

    let unknown = try laptop.run("exchange", "leave", "--forget-machine", "fone")
    #expect(unknown.status == 1 && unknown.output.isEmpty)
    #expect(unknown.errors.contains("no machine 'fone' in the list; it has desktop, phone"))
    let own = try laptop.run("exchange", "leave", "--forget-machine", "laptop")
    #expect(own.status == 1 && own.errors.contains("'laptop' is this machine"))

    let forgotten = try laptop.run("exchange", "leave", "--forget-machine", "phone")
    #expect(forgotten.status == 0, "\(forgotten)")
    #expect(
      forgotten.output.hasPrefix(
        "default: phone is not in the list of machines any more\nThis does not take access away"))
    #expect(try !status(laptop).contains("phone"))
    #expect(try eventually { try !status(desktop).contains("phone") })
    #expect(try titles(laptop) == ["of the phone"])
    // This machine has not left.
    try first.source(Self.source) { $0.detail?.hasPrefix("live") == true }

    let again = try live(phone, configuration(server, "phone"))
    defer { again.send(SIGTERM) }
    for program in [laptop, desktop] {
      #expect(try eventually { try status(program).contains("phone (last wrote") })
    }
  }

  @Test func `what is forgotten without a daemon is told at the next exchange`()
    throws
  {
    let server = try NATSServer(try #require(NATSProgram.all.last))
    let laptop = try joined(server, "laptop")
    let daemon = try live(laptop, configuration(server, "laptop"))
    let (desktop, atlas) = (try joined(server, "desktop"), try joined(server, "atlas"))
    for program in [desktop, atlas] {
      #expect(
        try eventually {
          try program.run("exchange", "join", "--yes")
          return try status(program).contains("laptop (last wrote")
        })
    }
    #expect(try daemon.end() == 0)
    let forgotten = try desktop.run("exchange", "leave", "--forget-machine", "laptop")
    #expect(forgotten.status == 0, "\(forgotten)")
    #expect(forgotten.output.contains("The other machines are told when bellboardd runs."))
    #expect(try status(desktop).contains("1 waiting"))
    #expect(try desktop.run("exchange", "join", "--yes").status == 0)
    #expect(try status(desktop).contains("0 waiting"))
    #expect(try status(atlas).contains("laptop (last wrote"))
    #expect(try atlas.run("exchange", "join", "--yes").status == 0)
    #expect(try !status(atlas).contains("laptop"))
  }
}
