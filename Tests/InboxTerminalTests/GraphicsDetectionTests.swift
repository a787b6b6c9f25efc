import Foundation
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
  func `sixels are an attribute with colors`(attributes: String, colors: String, count: Int) {
    #expect(form(after: attributes, colors) == .sixel(colors: count))
    #expect(form(after: attributes, colors, cutting: true) == .sixel(colors: count))
    #expect(form(after: attributes) == nil)
  }

  @Test(arguments: [
    "", "\u{1B}[?62;c", "\u{1B}[?4c", "\u{1B}[?64;44c", "\u{1B}[62;4c", "\u{1B}[>62;4c",
    "\u{1B}[?62;4d", "\u{1B}[?62;-4c", "\u{1B}[?62;4:4c", "\u{1B}_Gi=31;OK\u{1B}\\",
    "\u{1B}_Gi=1650814060;ENOTSUPPORTED\u{1B}\\", "\u{1B}_Gi=1650814060;OK ",
    "\u{1B}_Gi=1650814060;OK;OK\u{1B}\\", "\u{1B}P1$rGi=1650814060;OK\u{1B}\\",
    "\u{1B}]11;Gi=1650814060;OK\u{7}", "\u{1B}[?62;" + String(repeating: "1;", count: 5_000) + "4c",
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

/// What the headers of images claim.
struct ImageDimensionsTests {
  private static let png: [UInt8] =
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
  private static let gif: [UInt8] = Array("GIF89a".utf8)
  private static let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 1, 0xFF, 0xC2, 0, 17, 8]

  @Test(arguments: [
    (png + [0, 0, 0x4E, 0x20, 0, 0, 0, 5], 20_000, 5), (gif + [0x2C, 1, 2, 0], 300, 2),
    (jpeg + [0, 7, 1, 0], 256, 7),
    (png + [UInt8](repeating: 0xFF, count: 8), 0xFFFF_FFFF, 0xFFFF_FFFF),
  ])
  func `columns and rows are read`(bytes: [UInt8], columns: Int, rows: Int) throws {
    let size = try #require(ImageDimensions(beginning: bytes))
    #expect(size.columns == columns && size.rows == rows)
    #expect(size.memory == Double(columns) * Double(rows) * 4)
  }

  @Test(arguments: [
    (64, 64, 4, 2), (640, 480, 3, 1), (1_600, 900, 4, 1), (480, 640, 3, 2), (9, 900, 1, 2),
    (4_000, 10, 4, 1), (0, 0, 1, 2),
  ])
  func `a few cells keep the shape of the image`(columns: Int, rows: Int, width: Int, height: Int)
    throws
  {
    let bytes = [columns, rows].flatMap { side -> [UInt8] in
      [0, 0, UInt8(side >> 8), UInt8(side & 255)]
    }
    let image = try #require(ImageDimensions(beginning: Self.png + bytes))
    let size = image.cells(within: Size(columns: 4, rows: 2), of: PixelSize(width: 9, height: 19))
    #expect(size == Size(columns: width, rows: height))
  }

  @Test func `what is cut off or no image has none`() {
    let whole = [
      Self.png + [0, 0, 1, 0, 0, 0, 1, 0], Self.gif + [1, 0, 1, 0], Self.jpeg + [0, 1, 0, 1],
    ]
    for bytes in whole {
      for count in 0..<bytes.count {
        #expect(ImageDimensions(beginning: Array(bytes.prefix(count))) == nil)
      }
    }
    #expect(ImageDimensions(beginning: Array("no image".utf8)) == nil)
    #expect(ImageDimensions(beginning: [0xFF, 0xD8, 0xFF, 0xE0, 0, 0]) == nil)
    #expect(ImageDimensions(beginning: [0xFF, 0xD8, 0xFF, 0xFF, 0xFF, 0xFF]) == nil)
  }
}
