import Foundation
import InboxCore
import InboxPayloads
import InboxTestSupport
import Testing

struct PayloadRoundTripTests {
  @Test(arguments: 0..<200) func `an exported message comes back whole`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let message = Message.random(using: &random)
    let json = MessageJSON(message, as: .export)
    #expect(!json.bytes.contains(UInt8(ascii: "\n")))
    let payload = try decoded(json.text, for: .import)
    #expect(payload.notes.isEmpty)
    #expect(Message(restoredFrom: payload) == message)
  }

  @Test func `layout 1 has these names in this order`() {
    var message = Message(
      number: MessageNumber(7), id: "a", source: "cli",
      receivedAt: Date(timeIntervalSince1970: 1.5))
    (message.title, message.tags) = ("T", ["x"])
    message.attachments = [Attachment(name: "n", url: "u", format: .image, size: 1)]
    message.actions = [MessageAction(id: "i", label: "l", url: "v")]
    (message.status, message.statusBeforeDelete) = (.deleted, .read)
    let fields = #"""
      "id":"a","number":7,"source":"cli","title":"T","tags":["x"],"priority":3,\#
      "attachments":[{"format":"image","name":"n","size":1,"url":"u"}],"tap":{"kind":"app"},\#
      "actions":[{"id":"i","label":"l","url":"v"}],"received_at":"1970-01-01T00:00:01.500Z",\#
      "delivery":"inbox+alert","status":"deleted"
      """#
    #expect(MessageJSON(message).text == #"{"v":1,\#(fields),"pinned":false}"#)
    #expect(
      MessageJSON(message, as: .export).text
        == #"{"v":1,\#(fields),"status_before_delete":"read","pinned":false}"#)
  }

  @Test(arguments: 0..<60) func `mutated bytes never crash and always end`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var bytes: [UInt8] = []
    for _ in 0..<3 {
      bytes += MessageJSON(Message.random(using: &random)).bytes + [0x0A]
    }
    if Bool.random(using: &random) { bytes = [UInt8(ascii: "[")] + bytes + [UInt8(ascii: "]")] }
    let odd = Array("{}[]\",:\\u\n\0".utf8) + [0xFF, 0xC2, 0xE2]
    for _ in 0..<40 {
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        let byte = odd.randomElement(using: &random) ?? 0
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes[place] = byte
        case 1: bytes.insert(byte, at: place)
        default: if bytes.count > 1 { bytes.remove(at: place) }
        }
      }
      let records = PayloadDecoder().decode(bytes)
      #expect(records.map(\.index) == Array(records.indices))
      #expect(!records.isEmpty)
      #expect(records.map(\.line) == records.map(\.line).sorted())
    }
  }
}
