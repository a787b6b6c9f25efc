import Foundation
import InboxCore
import InboxTestSupport
import InboxText
import Testing

@testable import InboxMail

/// Every word of a mail is kept: shown, or under the reserved name.
@Suite struct MailRestTests {
  /// Writes marks into a template, in place of each `#`, and tells how many there are.
  private static func marked(_ template: String) -> (text: String, marks: [String]) {
    var marks: [String] = []
    var text = ""
    for character in template {
      if character == "#" {
        marks.append("mark\(marks.count)x")
        text += marks.last ?? ""
      } else {
        text.append(character)
      }
    }
    return (text, marks)
  }

  private static func multipart(_ kind: String, _ boundary: String, _ parts: [String]) -> String {
    "Content-Type: multipart/\(kind); boundary=\(boundary)\n\nbefore #\n"
      + parts.map { "--\(boundary)\n\($0)\n" }.joined() + "--\(boundary)--\nbehind #\n"
  }

  private static let plain = "\n# plain #\n"
  private static let html = """
    Content-Type: text/html; charset=utf-8

    <title>#</title><div style="display:none">#</div><p># <a href="https://x.org/#">#</a></p>
    <!--[if mso]>comment<![endif]--><![if !mso]>#<![endif]><img alt="#" src=x></html>#
    """
  private static let calendar =
    "Content-Type: text/calendar; method=REQUEST\n\nSUMMARY:#\nLOCATION:#\n"
  private static let flowed = "Content-Type: text/plain; format=flowed\n\n# \n#\n> #\n"
  private static let octets = "Content-Type: application/octet-stream; name=\"#.log\"\n\n# text #\n"
  private static let file = """
    Content-Type: text/plain; name="#.txt"
    Content-Disposition: attachment; filename="#.txt"

    # in a file
    #
    """
  private static let json = "Content-Type: application/json\n\n{\"a\": \"#\"}\n"
  private static let report = "Content-Type: message/delivery-status\n\nStatus: #\n"
  private static let inner = """
    Content-Type: message/rfc822

    Subject: #
    From: #@x
    To: #@x
    Cc: #@x
    Reply-To: #@x

    # inner
    """
  private static let amp = "Content-Type: text/x-amp-html\n\n<p>#</p>\n"
  private static let enriched = "Content-Type: text/enriched\n\n<bold>#</bold>\n"

  private static let forms: [String] = {
    let leaves = [
      plain, html, calendar, flowed, octets, file, json, report, inner, amp, enriched,
    ]
    let kinds = [
      "mixed", "alternative", "related", "digest", "signed; protocol=\"application/x\"",
      "report; report-type=delivery-status", "parallel", "unknown",
    ]
    var forms = leaves
    for kind in kinds {
      forms.append(multipart(kind, "a", leaves))
      forms.append(multipart(kind, "a", leaves.reversed()))
      forms.append(multipart(kind, "a", [html]))
      forms.append(
        multipart(
          kind, "a",
          [
            multipart("alternative", "b", [plain, multipart("related", "c", [html, file])]), inner,
          ]))
    }
    return forms
  }()

  private static let header = """
    From: # <#@example.org>
    To: # <#@example.org>
    Cc: #@example.org
    Reply-To: #@example.org
    Sender: #@example.org
    List-Id: # <#.example.org>
    Organization: #
    Date: # no date
    Subject: =?utf-8?Q?#?=

    """

  @Test(arguments: forms) func `each text of a mail is kept`(_ form: String) throws {
    let (text, marks) = Self.marked(Self.header + form)
    let inbox = try Inbox.testing()
    let payload = MailMessage(Array(text.utf8)).payload
    let result = try #require(try inbox.push([payload], defaultSource: "mail").results.first)
    guard case .inserted(let number, _) = result else {
      Issue.record("\(result)")
      return
    }
    let message = try #require(try inbox.message(number))
    let kept = MessageJSON(message).text
    #expect(marks.filter { !kept.contains($0) } == [])
  }

  @Test func `a mail whose texts say the same keeps no second one`() {
    let mail = Self.multipart(
      "alternative", "b",
      ["\nDisk /srv is full\n", "Content-Type: text/html\n\n<p>Disk <b>/srv</b> is full"])
    let bytes = Array("From: a@x\nSubject: Disk\n\(mail.replacing("#", with: ""))".utf8)
    let rest = MailMessage(bytes).payload.rest?.json ?? ""
    #expect(!rest.contains("srv") && rest.contains("behind"))
  }

  @Test func `what proves a sender is not kept`() {
    let mail = """
      DKIM-Signature: v=1; b=secret1
      Authentication-Results: secret2
      X-Cron-Env: <TOKEN=secret3>
      List-Unsubscribe: <https://x.org/?t=secret4>
      Subject: s
      Content-Type: multipart/signed; boundary=b

      --b

      text
      --b
      Content-Type: application/pgp-signature; name=signature.asc

      secret5
      --b--
      """
    #expect(MailMessage(Array(mail.utf8)).payload.rest?.json.contains("secret") != true)
  }

  @Test func `a long text is whole, for the store to cut`() {
    let text = String(repeating: "word ", count: 80_000) + "end"
    #expect(MailMessage(Array("\n\(text)".utf8)).payload.body.value == text)
  }
}
