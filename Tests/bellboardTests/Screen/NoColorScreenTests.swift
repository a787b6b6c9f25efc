import Foundation
import InboxTestSupport
import Testing

/// What `NO_COLOR` leaves of the look.
@Suite("no colours on the screen", .serialized, .waiting)
struct NoColorScreenTests {
  let program = Program()

  /// The parameters of all SGR sequences on the screen of a theme that has colours.
  private func attributes(
    _ environment: [String: String], _ options: String = ""
  ) throws -> Set<String> {
    try program.run("push", "in plain")
    let session = try program.screen(
      "--theme nord \(options)", showing: "in plain", environment: environment)
    let sequences = session.styledScreen.components(separatedBy: "\u{1B}[").dropFirst()
    let parameters = sequences.compactMap { $0.split(separator: "m").first }
    return Set(parameters.flatMap { $0.split(separator: ";").map(String.init) })
  }

  private static func isColor(_ parameter: String) -> Bool {
    guard let number = Int(parameter) else { return false }
    return (30...38).contains(number) || (40...48).contains(number)
      || (90...97).contains(number) || (100...107).contains(number)
  }

  @Test func `the attributes stay and the colours go`() throws {
    let plain = try attributes(["NO_COLOR": "1"])
    #expect(!plain.contains(where: Self.isColor), "\(plain)")
    #expect(plain.contains("1"))
  }

  @Test func `without it, or when it is empty, there are colours`() throws {
    #expect(try attributes([:]).contains(where: Self.isColor))
    #expect(try attributes(["NO_COLOR": ""]).contains(where: Self.isColor))
  }

  @Test(arguments: ["--color never", nil])
  func `never means no colours, by option and by configuration`(_ options: String?) throws {
    if options == nil { _ = try program.write("color = 'never'\n", to: "config.toml") }
    let plain = try attributes([:], options ?? "")
    #expect(!plain.contains(where: Self.isColor), "\(plain)")
    #expect(plain.contains("1"))
  }

  @Test func `always means colours, whatever the environment says`() throws {
    let colours = try attributes(["NO_COLOR": "1"], "--color always")
    #expect(colours.contains(where: Self.isColor))
  }

  @Test func `a check that finds nothing says so on a terminal only`() throws {
    let session = try program.terminal()
    try session.run("\"$B\" theme check nord")
    try session.awaitScreen("\nok\n")
    #expect(try program.run("config", "check").output.isEmpty)
  }
}
