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

  @Test func `the line under a title ends with it, but goes all along the cursor's row`() throws {
    let theme = try program.write(
      "name = 'Lines'\n[unread]\ntitle = { underline = true }\n[selected]\nunderline = true\n",
      to: "lines.toml")
    try program.push("above", "below")
    let session = try program.screen("--theme \(theme) --sort oldest", showing: "below")
    func isUnderlined(behind title: String) throws -> Bool {
      let screen = session.styledScreen
      let end = try #require(screen.range(of: title)).upperBound
      guard let next = screen[end...].firstRange(of: /\u{1B}\[([0-9;]*)m/)?.lowerBound,
        next == end
      else { return true }
      let parameters = screen[end...].dropFirst(2).prefix { $0 != "m" }
      return parameters.split(separator: ";").contains("4")
    }
    #expect(try isUnderlined(behind: "above"))
    try session.press("j")
    try session.awaitScreen("no line behind the title") { _ in
      (try? isUnderlined(behind: "above")) == false
    }
    #expect(try isUnderlined(behind: "below"))
  }

  @Test func `a check that finds nothing says so on a terminal only`() throws {
    let session = try program.terminal()
    try session.run("\"$B\" theme check nord", showing: "\nok\n")
    #expect(try program.run("config", "check").output.isEmpty)
  }
}
