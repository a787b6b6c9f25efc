import Foundation
import InboxTestSupport
import Testing

/// Files of settings that are something else than a short text.
@Suite("settings that are no file") struct SettingsFileTests {
  let program = Program()

  private func fail(_ arguments: String..., saying words: String) throws {
    let run = try program.run(arguments, input: Data())
    // The findings of doctor are its result.
    #expect(run.status == 1)
    #expect((run.output + run.errors).contains(words), "\(run.output)\(run.errors)")
  }

  @Test func `a configuration that cannot be read is told where it may have named the inbox`()
    throws
  {
    _ = try program.write("inbox = \"work\"\nmaximum = \n", to: "config.toml")
    let run = try program.run("push", "title")
    #expect(run.status == 0)
    #expect(run.errors.contains("config.toml:2:"))
    #expect(run.errors.contains("is not used until this is fixed"))
  }

  @Test func `a configuration that is a pipe is named, and commands go on without`() throws {
    let path = try program.path + "/config.toml"
    #expect(mkfifo(path, 0o600) == 0)
    #expect(try program.run("push", "title").status == 0)
    #expect(try program.run("count").output == "1\n")
    try fail("config", "check", saying: "\(path): cannot be read: it is not a regular file")
    try fail("doctor", saying: "\(path): cannot be read: it is not a regular file")
  }

  @Test func `an endless configuration is named, and commands go on without`() throws {
    let path = try program.path + "/config.toml"
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/dev/zero")
    #expect(try program.run("count").output == "0\n")
    try fail("config", "check", saying: "\(path): cannot be read: it is not a regular file")
  }

  @Test func `programs of the screen that are not there are told with their place`() throws {
    let path = try program.write("opener = 'sh'\nclipboard = 'no-such-clip'\n", to: "config.toml")
    let message = "\(path):2:13: clipboard: there is no program no-such-clip"
    try fail("config", "check", saying: message)
    let doctor = try program.run("doctor")
    #expect(doctor.output.contains(message) && !doctor.output.contains("program sh"))
  }

  @Test func `a huge configuration is named by its limit`() throws {
    _ = try program.write(
      String(repeating: "# comment\n", count: 200_000), to: "config.toml")
    #expect(try program.run("count").output == "0\n")
    try fail("config", "check", saying: "it has more than 1 MiB, and no file of settings has")
  }

  @Test func `a theme that is a pipe, endless or huge is named`() throws {
    _ = try program.write(String(repeating: "# comment\n", count: 200_000), to: "themes/huge.toml")
    let themes = try program.path + "/themes/"
    #expect(mkfifo(themes + "pipe.toml", 0o600) == 0)
    try FileManager.default.createSymbolicLink(
      atPath: themes + "endless.toml", withDestinationPath: "/dev/zero")
    try fail("theme", "check", "huge", saying: "huge.toml: cannot be read: it has more than 1 MiB")
    try fail(
      "theme", "check", "pipe", saying: "pipe.toml: cannot be read: it is not a regular file")
    try fail(
      "theme", "check", "endless", saying: "endless.toml: cannot be read: it is not a regular file")
    #expect(try program.run("theme", "list").status == 0)
  }

  @Test(arguments: ["[", "theme = [", "[[", "[keys", "theme = {", "theme = \"", "a.", "\u{0}"])
  func `a file that is saved half typed is a mistake with a place`(end: String) throws {
    let path = try program.write("sort = 'oldest'\n" + end, to: "config.toml")
    try fail("config", "check", saying: "\(path):2:")
    let theme = try program.write("[unread]\n" + end, to: "half.toml")
    try fail("theme", "check", theme, saying: "\(theme):2:")
  }
}
