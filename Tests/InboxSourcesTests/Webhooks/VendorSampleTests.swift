import Foundation
import InboxCore
import InboxSettings
import InboxTestSupport
import InboxText
import Testing

@testable import InboxPayloads
@testable import InboxSources

/// Documents as services send them, shortened, and what the first message of each has.
@Suite struct VendorSampleTests {
  /// A block of `Samples/vendors.txt`: its name, the template with headers, the document, and fields.
  struct Sample: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var template: String
    var headers: [String: String]
    var document: String
    var fields: [[String]]

    init(_ block: String) {
      let lines = block.split(separator: "\n").map(String.init)
      let words = lines[1].split(separator: " ").map { $0.split(separator: "=", maxSplits: 1) }
      let document = lines.dropFirst(2).prefix { $0.first?.isLowercase == false }
      testDescription = lines[0]
      template = String(words[0][0])
      headers = Dictionary(
        uniqueKeysWithValues: words.dropFirst().map { (String($0[0]), String($0[1])) })
      self.document = document.joined(separator: "\n")
      fields = lines.dropFirst(2 + document.count).map { line in
        let parts = line.replacing("\\n", with: "\n").split(separator: ": ", maxSplits: 1)
        return parts.map(String.init)
      }
    }
  }

  private static let all = samples("vendors").components(separatedBy: "\n\n").map(Sample.init)

  @Test(arguments: all) func `a document makes the message`(_ sample: Sample) throws {
    let payloads = try Webhook.payloads(
      sample.template, sample.document, headers: sample.headers)
    try #require(!sample.fields.isEmpty)
    for field in sample.fields {
      let (name, value) = (field[0], field[1])
      switch name {
      case "count": #expect(payloads.count == Int(value))
      case "within":
        #expect(payloads.first?.body.value?.contains(value) == true)
      case "unkept": #expect(payloads.first?.rest?.json.contains(value) == false)
      default: #expect(try text(name, of: #require(payloads.first)) ?? "-" == value, "\(name)")
      }
    }
  }

  /// A field as the file has it: a dash for none, and a comma between several.
  private func text(_ name: String, of payload: Payload) throws -> String? {
    func list(_ texts: [String?]?) -> String? {
      texts?.compactMap(\.self).joined(separator: ", ")
    }
    return switch name {
    case "title": payload.title.value
    case "subtitle": payload.subtitle.value
    case "body": payload.body.value
    case "source": payload.source
    case "priority": payload.priority.value.map { "\($0)" }
    case "format": payload.format.value?.rawValue
    case "url": if case .url(let url)? = payload.tap.value { url } else { nil }
    case "links": list(payload.actions.value?.map(\.url))
    case "labels": list(payload.actions.value?.map(\.label))
    case "pictures": list(payload.attachments.value?.map(\.url))
    case "tags": list(payload.tags.value)
    case "id": payload.id
    case "thread": payload.thread.value
    case "fold": payload.fold.value
    case "resolves": payload.resolves
    case "custom": payload.custom.value?.json
    case "rest": payload.rest?.json
    default: throw Unexpected(name)
    }
  }
}
