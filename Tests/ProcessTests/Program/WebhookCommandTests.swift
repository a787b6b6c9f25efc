import Foundation
import InboxTestSupport
import Testing

@Suite("webhook list, show and try", .waiting) struct WebhookCommandTests {
  let program = Program()

  @Test func `a template is printed, changed and tried without storing anything`() throws {
    #expect(try program.run("webhook", "list").lines.contains { $0.hasPrefix("github\tGitHub") })
    let file = try program.run("webhook", "show", "gotify").output
    let path = try program.write(
      file.replacing("\"{/title}\"", with: "\"own {/title}\""), to: "own.toml")
    let document = Data(#"{"title":"T","message":"M","priority":8,"more":"kept"}"#.utf8)
    let tried = try program.run(["webhook", "try", path, "--json"], input: document)
    #expect(tried.status == 0 && tried.output.contains(#""title":"own T""#))
    #expect(tried.output.contains(#""source":"own""#) && tried.output.contains("kept"))
    let plain = try program.run(["webhook", "try", "gotify"], input: document)
    #expect(plain.output.contains("T") && plain.output.contains("M"))
    #expect(try program.run("list").output.isEmpty)
  }

  @Test func `headers choose the event, and an event may make no message`() throws {
    let document = Data(#"{"zen":"Design for failure."}"#.utf8)
    let ping = try program.run(
      ["webhook", "try", "github", "--header", "X-GitHub-Event: ping", "--json"], input: document)
    #expect(ping.output.contains("GitHub will send events here"))
    let started = try program.run(
      ["webhook", "try", "github", "--header", "X-GitHub-Event: check_run"], input: document)
    #expect(started.status == 0 && started.output.isEmpty)
  }

  @Test func `what is wrong is told, with its place`() throws {
    let path = try program.write("[fields]\ntitel = \"x\"\n", to: "bad.toml")
    let bad = try program.run(["webhook", "try", path], input: Data("{}".utf8))
    #expect(bad.status == 1 && bad.errors.contains("bad.toml:2:1: unknown key fields.titel"))
    let unknown = try program.run(["webhook", "show", "githup"], input: Data())
    #expect(unknown.status == 1 && unknown.errors.contains("did you mean 'github'?"))
    let noJSON = try program.run(["webhook", "try", "json"], input: Data("x".utf8))
    #expect(noJSON.status == 1 && noJSON.errors.contains("is not valid JSON"))
  }
}
