import InboxTestSupport
import InboxUI
import Testing

@testable import InboxTerminal

/// The questions for graphics, and answers of terminals good and bad.
struct GraphicsDetectionTests {
  private static let kitty = "\u{1B}_Gi=1650814060;OK\u{1B}\\"

  private func detection(
    type: String = "xterm-256color", _ variables: [String: String] = [:],
    takesQuestions: Bool = true
  ) -> GraphicsDetection {
    GraphicsDetection(type: type, variables: variables, takesQuestions: takesQuestions)
  }

  /// The form after a terminal's answers, each of which it gives to one question.
  private func form(after answers: String..., cutting: Bool = false) -> TerminalGraphics.Form? {
    var (detection, decoder) = (detection(), KeyDecoder())
    #expect(detection.choose(.auto) == GraphicsDetection.question)
    for answer in answers {
      for byte in answer.utf8 {
        guard let input = decoder.take(byte: byte) ?? (cutting ? decoder.flush() : nil) else {
          continue
        }
        if case .graphics(let answer) = input { _ = detection.take(answer) }
      }
    }
    return detection.form
  }

  @Test func `the question is an image of one pixel, and which attributes there are`() {
    #expect(
      GraphicsDetection.question
        == "\u{1B}_Gi=1650814060,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\\u{1B}[c")
  }

  @Test func `kitty is known by its answer, also where it comes late`() {
    #expect(form(after: Self.kitty + "\u{1B}[?62;c") == .kitty)
    #expect(form(after: "j", "k", Self.kitty) == .kitty)
    #expect(form(after: Self.kitty, cutting: true) == .kitty)
  }

  @Test(arguments: [
    ("\u{1B}[?63;1;2;4;6;9;15;22c", "\u{1B}[?1;0;1024S\u{1B}[?63;4c", 1_024),
    ("\u{1B}[?62;4c", "\u{1B}[?62;4c", 256),
    ("\u{1B}[?62;4;22c", "\u{1B}[?1;3;0S\u{1B}[?62;4c", 256),
    ("\u{1B}[?62;4c", "\u{1B}[?1;0;16S\u{1B}[?62;4c", 16),
  ])
  func `sixels are an attribute, and their colors are told`(
    attributes: String, colors: String, count: Int
  ) {
    #expect(form(after: attributes, colors) == .sixel(colors: count))
    #expect(form(after: attributes, colors, cutting: true) == .sixel(colors: count))
    #expect(form(after: attributes) == nil)
  }

  @Test(arguments: [
    "", "\u{1B}[?62;c", "\u{1B}[?4c", "\u{1B}[?64;44c", "\u{1B}[62;4c", "\u{1B}[>62;4c",
    "\u{1B}[?62;4d", "\u{1B}[?62;-4c", "\u{1B}[?62;4:4c", "\u{1B}_Gi=31;OK\u{1B}\\",
    "\u{1B}_Gi=1650814060;ENOTSUPPORTED\u{1B}\\", "\u{1B}_Gi=1650814060;OK ",
    "\u{1B}_Gi=1650814060;OK;OK\u{1B}\\",
    "\u{1B}P1$rGi=1650814060;OK\u{1B}\\", "\u{1B}]11;Gi=1650814060;OK\u{7}",
    "\u{1B}[?62;" + String(repeating: "1;", count: 5_000) + "4c",
    "\u{1B}_G" + String(repeating: "i", count: 100_000) + ";OK\u{1B}\\",
  ])
  func `other answers, cut or endless ones tell of no graphics`(_ answer: String) {
    #expect(form(after: answer, answer) == nil)
  }

  @Test func `a terminal with too few colors draws characters`() {
    #expect(form(after: "\u{1B}[?62;4c", "\u{1B}[?1;0;4S\u{1B}[?62;4c") == nil)
  }

  @Test func `what was not asked is no answer, and nothing is asked twice`() {
    var detection = detection()
    #expect(detection.take(.kitty).isEmpty && detection.take(.attributes(hasSixel: true)).isEmpty)
    #expect(detection.choose(.auto) == GraphicsDetection.question && detection.form == nil)
    #expect(detection.choose(.characters).isEmpty && detection.choose(.auto).isEmpty)
    #expect(detection.take(.attributes(hasSixel: true)) == GraphicsDetection.colorQuestion)
    #expect(detection.take(.kitty).isEmpty && detection.form == nil)
  }

  @Test(arguments: [
    ("xterm-256color", ["TMUX": "/tmp/tmux,1,0"], true),
    ("xterm-256color", ["STY": "1.host"], true),
    ("tmux-256color", [:], true), ("screen", [:], true), ("xterm", [:], false),
  ])
  func `within a multiplexer, and where nothing answers, nothing is asked`(
    type: String, variables: [String: String], takesQuestions: Bool
  ) {
    var detection = detection(type: type, variables, takesQuestions: takesQuestions)
    #expect(detection.choose(.auto).isEmpty && detection.form == nil)
    #expect(detection.choose(.kitty).isEmpty && detection.form == .kitty)
    #expect(detection.choose(.sixel).isEmpty && detection.form == .sixel(colors: 256))
    #expect(detection.choose(.characters).isEmpty && detection.form == nil)
  }

  @Test(arguments: [kitty, "\u{1B}[?62;4c", "\u{1B}[?1;0;256S", "\u{1B}_Gi=1;EINVAL:no\u{1B}\\"])
  func `no answer is a key, however it is cut`(_ answer: String) {
    let bytes = Array((answer + "j").utf8)
    for cut in 3..<bytes.count {
      var decoder = KeyDecoder()
      var keys: [Key] = []
      for chunk in [bytes[..<cut], bytes[cut...]] {
        var input = decoder.take(bytes: chunk)
        while let next = input {
          if case .key(let key) = next { keys.append(key) }
          input = decoder.flush()
        }
      }
      #expect(keys == [.character("j")], "cut after \(cut)")
    }
  }
}
