import Foundation
import Testing

@Suite("import and export")
struct ImportExportTests {
  let program = Program()

  @Test func anExportComesBackWhole() throws {
    try program.run("push", "kept", "--id", "a", "--tag", "x", "--priority", "max")
    try program.run("push", "thrown away", "--id", "b")
    try program.run("push", "alert", "--id", "c", "--alert-only")
    try program.run("delete", "b")
    try program.run("pin", "a")
    let exported = try program.run("export").output
    let other = Program()
    let taken = try other.run("import", "-", input: exported)
    #expect(taken.output == "3\n")
    #expect(taken.status == 0)
    #expect(try other.run("export").output == exported)
  }

  @Test func aBadLineIsToldWithItsNumberAndCostsOnlyItself() throws {
    let file = try program.write(
      "{\"title\":\"a\"}\n\nnonsense\n{\"title\":\"b\"}\n", to: "lines.jsonl")
    let run = try program.run("import", file)
    #expect(run.output == "2\n")
    #expect(run.status == 1)
    #expect(run.errors.contains("line 3"))
  }

  @Test func aKnownMessageKeepsItsStatusUnlessToldOtherwise() throws {
    try program.run("push", "a", "--id", "a", "--source", "s")
    let exported = try program.run("export").output
    try program.run("read", "a")
    try program.run("import", "-", input: exported)
    #expect(try program.run("count").output == "0\n")
    try program.run("import", "--replace", "-", input: exported)
    #expect(try program.run("count").output == "1\n")
  }

  @Test func goingOverTheMaximumIsRefusedUnlessPruned() throws {
    _ = try program.write("maximum_notifications = 2\n", to: "config.toml")
    let lines = (1...3).map { "{\"id\":\"m\($0)\",\"title\":\"t\"}\n" }.joined()
    let refused = try program.run("import", "-", input: lines)
    #expect(refused.status == 1)
    #expect(refused.errors.contains("maximum_notifications"))
    #expect(try program.run("count").output == "0\n")
    #expect(try program.run("import", "--prune", "-", input: lines).status == 0)
    #expect(try program.run("list", "--format", "{id}").lines.sorted() == ["m2", "m3"])
  }

  @Test func aMissingFileIsTold() throws {
    let run = try program.run("import", "/nonexistent/file.jsonl")
    #expect(run.status == 1)
    #expect(run.errors.contains("/nonexistent/file.jsonl"))
  }
}
