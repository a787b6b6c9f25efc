import Foundation
import InboxCore
import InboxTOML
import InboxTestSupport
import Testing

@testable import InboxSettings

@Suite struct ExchangeSettingsTests {
  private func read(_ text: String) -> TOMLFile<ReceivingSettings> {
    TOMLFile("[exchange]\n" + text, at: "c", by: TOMLTable(ReceivingSettings.rows))
  }

  @Test func `all of it is read`() throws {
    let file = read(
      """
      url = ["tls://one.example:4222", "nats://secret@two.example"]
      creds = "/c"
      nkey = "/n"
      ca = "/a"
      inboxes = ["default", "oncall"]
      person = "ann"
      machine = "laptop"
      key = "/k"
      alert = "never"
      share = { desktop = false, "desktop/mail" = true }
      """)
    #expect(file.messages == [])
    let settings = file.values.exchange
    #expect(settings.isOn)
    #expect(settings.servers == ["tls://one.example:4222", "nats://secret@two.example"])
    #expect(settings.inboxes.map(\.description) == ["default", "oncall"])
    #expect([settings.credentials, settings.seed, settings.authority] == ["/c", "/n", "/a"])
    #expect([settings.person, settings.machineName, settings.key] == ["ann", "laptop", "/k"])
    #expect(settings.files == ["/c", "/n", "/a", "/k"])
    #expect(settings.alerting == .never)
    let shared = ["ci", "desktop", "desktop/music", "desktop/mail/x", "desktops"].filter(
      settings.share.includes)
    #expect(shared == ["ci", "desktop/mail/x", "desktops"])
  }

  @Test func `without a server or folder it is off`() {
    let settings = read("person = \"ann\"").values.exchange
    #expect(!settings.isOn && !settings.machineName.isEmpty)
    #expect(read("url = \"\"").values.exchange.isOn == false)
    #expect(read("url = \"nats.example\"").values.exchange.isOn)
    #expect(read("folder = \"~/Sync\"").values.exchange.isOn)
  }

  @Test(
    arguments: [
      ("url = \"https://x\"", "c:2:7: exchange.url"),
      ("url = \"nats://user:word@\"", "nats://HOST:PORT"),
      ("url = 4222", "exchange.url"),
      ("person = \"Ann Lee\"", "1 to 32 of a-z"),
      ("inboxes = []", "exchange.inboxes is an empty list, expected at least one inbox"),
      ("inboxes = [\"a.b\"]", "each 1 to 32 of a-z"),
      ("share = [\"desktop\"]", "a table such as { desktop = false }"),
      ("share = { desktop = 1 }", "true or false"),
      ("alert = \"there\"", "here, never"),
      ("folders = \"x\"", "exchange.folder"),
    ])
  func `what is wrong is named, with its place`(_ text: String, _ words: String) {
    let messages = read(text).messages
    #expect(messages.count == 1 && messages[0].contains(words), "\(messages)")
    #expect(!messages.joined().contains("word@"))
  }

  @Test(arguments: ["folder", "creds", "nkey", "ca", "key"])
  func `a path that depends on the present folder is refused`(_ name: String) {
    for path in ["exchange.key", "./key", "../key", "~ann/key"] {
      let file = read("\(name) = \"\(path)\"")
      #expect(
        file.messages == [
          "c:2:\(name.count + 4): exchange.\(name) is \"\(path)\", "
            + "expected an absolute path, or one that begins with ~/"
        ])
      #expect(file.mistakes.map(\.part) == ["exchange"])
    }
    for path in ["", "/key", "~/key", "~"] {
      #expect(read("\(name) = \"\(path)\"").messages == [])
    }
  }

  @Test func `files that cannot be used are named where they are`() throws {
    let folder = try TemporaryFolder()
    let open = folder.path + "/open"
    try Data("x".utf8).write(to: URL(filePath: open))
    chmod(open, 0o644)
    let file = read(
      """
      url = "nats://x"
      folder = "/missing-folder"
      creds = "\(open)"
      key = "/missing-key"
      """)
    let errors = ReceivingCheck.errors(of: file, path: nil).map(\.description)
    for words in [
      "set exchange.url or exchange.folder, not both", "there is no folder /missing-folder",
      "chmod 600", "there is no file /missing-key",
    ] {
      #expect(errors.contains { $0.contains(words) }, "\(errors)")
    }
    #expect(ReceivingCheck.errors(of: read("key = \"/missing-key\""), path: nil) == [])
  }
}
