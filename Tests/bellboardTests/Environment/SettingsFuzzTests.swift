import BellboardSupport
import Foundation
import InboxSettings
import InboxTOML
import InboxTestSupport
import InboxUI
import Testing

@testable import bellboard

/// Files as they are while somebody types, or worse: none may do more than be refused.
@Suite("settings and themes of any text") struct SettingsFuzzTests {
  private static let configuration =
    Settings.rows.filter { !$0.defaultValue.isEmpty }
    .map { "\($0.path) = \($0.defaultValue)\n" }.joined()
    .replacing("alerts.rules = []", with: "alerts.rules = [{filter = 'a', banner = false}]")
    + Settings.keysExample + "\n"

  private static let theme = Theme.default.toml

  /// Reads a text as a configuration and as a theme; what is said of it, made from all of it.
  private func messages(_ text: String) -> [String] {
    let file = TOMLFile(text, at: "f", by: Settings.table)
    var keymap = Keymap.default
    let keys = keymap.apply(file.values.keys).map { "f: " + $0.message }
    let loader = ThemeLoader(names: ["default"]) { _, _ in nil }
    let theme = loader.load(TOMLSource(name: "f", path: "f", text: text))
    return file.messages + keys + theme.messages
  }

  @Test func `the texts to begin with are good`() {
    #expect(TOMLFile(Self.configuration, at: "f", by: Settings.table).messages == [])
    let loader = ThemeLoader(names: ["default"]) { _, _ in nil }
    #expect(loader.load(TOMLSource(name: "f", path: "f", text: Self.theme)).messages == [])
  }

  @Test(arguments: [configuration, theme], ["", "[", "[[", "= [", "\"", "'''", "{", "."])
  func `a text that ends anywhere is read or refused`(text: String, end: String) {
    let bytes = Array(text.utf8)
    for count in stride(from: 0, to: bytes.count, by: 97) {
      let cut = String(decoding: bytes[..<count], as: UTF8.self) + end
      #expect(messages(cut).allSatisfy { $0.hasPrefix("f:") })
    }
  }

  @Test(arguments: 0..<12) func `a text of changed bytes is read or refused`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    for text in [Self.configuration, Self.theme] {
      for _ in 0..<40 {
        let changed = Self.change(Array(text.utf8), by: &random)
        let messages = messages(String(decoding: changed, as: UTF8.self))
        #expect(messages.allSatisfy { $0.hasPrefix("f:") })
      }
    }
  }

  @Test func `keys of very many parts and values of great depth are refused`() {
    let many = String(repeating: "a.", count: 10_000) + "a"
    let deep = String(repeating: "[", count: 10_000) + String(repeating: "]", count: 10_000)
    for text in [many + " = 1", "[\(many)]", "[[\(many)]]", "theme = \(deep)", "[[\(many)"] {
      #expect(messages(text).first?.hasPrefix("f:1:") == true)
    }
  }

  private static func change(_ bytes: [UInt8], by random: inout SeededRandom) -> [UInt8] {
    var bytes = bytes
    for _ in 0...Int.random(in: 0..<6, using: &random) {
      let place = Int.random(in: bytes.indices, using: &random)
      let length = Int.random(in: 0..<12, using: &random)
      let range = place..<min(place + length, bytes.count)
      switch Int.random(in: 0..<4, using: &random) {
      case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
      case 1: bytes.insert(random.pick(Array("[]{}=.,\"'#\\\n-_0e:T".utf8)), at: place)
      case 2 where range.count < bytes.count: bytes.removeSubrange(range)
      default: bytes.insert(contentsOf: Array(bytes[range]), at: place)
      }
    }
    return bytes
  }
}
