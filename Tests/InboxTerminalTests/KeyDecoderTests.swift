@testable import InboxTerminal
import InboxUI
import Testing

struct KeyDecoderTests {
  private static let escape = "\u{1B}"

  /// Reports and answers that a terminal sends by itself or late, as after another program.
  private static let reports = [
    "[<64;20;9M", "[<0;20;9m", "[<0;99999999;1M", "[<;;M", "[<0;1M", "[<0;-3;2M", "[<0;0;0M",
    "[M\u{60}\u{34}\u{29}", "[Mdq!", "[64;20;9M", "[I", "[O", "[?64;1;2;6;22c", "[>1;4000;38c",
    "[24;80R", "[?24;80;1R", "[0n", "[?997;1n", "[8;24;80t", "[?2026;2$y", "[?1u",
    "]11;rgb:1e1e/1e1e/2e2e\u{07}", "]11;rgb:ffff/ffff/ffff\u{1B}\\", "]4;7;rgb:d/d/d\u{1B}\\",
    "]52;c;ZGQ6cQ==\u{07}", "P>|ghostty 1.1.3\u{1B}\\", "P1$r0 q\u{1B}\\",
    "P1+r544e=787465726d\u{1B}\\", "P!|7E565445\u{1B}\\", "_Gi=31;OK\u{1B}\\",
  ]

  /// The keys of chunks, between which nothing waits for a while.
  private func decode(_ chunks: some Sequence<some Sequence<UInt8>>) -> [TerminalInput] {
    KeyDecoder.inputs(chunks).filter { input in
      switch input {
      case .background, .mouse, .graphics, .measured: false
      case .key, .pasted: true
      }
    }
  }

  private func typed(_ letters: String) -> [TerminalInput] { letters.map { .key(.character($0)) } }

  private func decode(_ text: String) -> [TerminalInput] { decode([Array(text.utf8)]) }

  @Test(arguments: reports) func `a report is no key`(report: String) {
    #expect(decode(Self.escape + report + "j") == typed("j"))
  }

  @Test(arguments: reports) func `a report that arrives in two pieces is no key`(report: String) {
    let bytes = Array((Self.escape + report + "j").utf8)
    for cut in 1..<bytes.count {
      let keys = decode([bytes[..<cut], bytes[cut...]])
      // A cut right after what is a key as well, as Esc, has already returned that key.
      let introducer = String(report.prefix(1))
      let early: [TerminalInput] =
        switch cut {
        case 1: [.key(.escape)]
        case 2 where introducer != "[": [.key(.alt(Character(introducer)))]
        default: []
        }
      #expect(keys == early + typed("j"), "cut after \(cut)")
    }
  }

  @Test(arguments: reports) func `a report without an end makes the next no key`(report: String) {
    let bytes = Array((Self.escape + report).utf8)
    for cut in 3..<bytes.count {
      for next in Self.reports {
        let rest = Array((Self.escape + next + "j").utf8)
        for pieces in [[bytes[..<cut] + rest], [bytes[..<cut], rest[...]]] {
          let keys = decode(pieces).filter { $0 != .key(.unknown) }
          #expect(keys == typed("j"), "cut after \(cut), \(pieces.count), \(next)")
        }
      }
    }
  }

  @Test(arguments: ["O", "[[", "]11;rgb:ff/ff\u{1B}"])
  func `a function key or an answer that is cut makes the next report no key`(beginning: String) {
    for next in Self.reports {
      let keys = decode(Self.escape + beginning + Self.escape + next + "j")
      #expect(keys.filter { $0 != .key(.unknown) } == typed("j"), "\(next)")
    }
  }

  @Test func `the end of an answer may be cut before a report that is cut after its first byte`() {
    for next in Self.reports where next.hasPrefix("[") {
      let pieces = [Self.escape + "]11;rgb:ff" + Self.escape, next + "j"].map(\.utf8)
      #expect(decode(pieces) == typed("j"), "\(next)")
    }
  }

  @Test func `a sequence that is cut within an answer is no key`() {
    #expect(decode(Self.escape + "]11;" + Self.escape + "[1" + Self.escape + "]x") == [])
  }

  @Test func `a function key that a slow line cuts after its first byte is no letter`() {
    #expect(
      decode(["\u{1B}".utf8, "OAj".utf8]) == [.key(.escape), .key(.unknown), .key(.character("j"))])
    #expect(decode(["\u{1B}".utf8, "O".utf8, "j".utf8]) == [.key(.escape)] + typed("Oj"))
    #expect(decode(["\u{1B}".utf8, "Oj".utf8]) == [.key(.escape)] + typed("Oj"))
  }

  @Test func `a byte of a report that ncurses takes for a key is none`() {
    var decoder = KeyDecoder()
    #expect(decoder.take(bytes: "\u{1B}[M ".utf8) == nil)
    #expect(decoder.take(key: .backspace) == nil)
    #expect(decoder.take(bytes: "D".utf8) == nil)
    #expect(decoder.take(bytes: "D".utf8) == .key(.character("D")))
  }

  @Test func `Control and h is not Backspace`() {
    #expect(decode("\u{08}\u{7F}") == [.key(.control("h")), .key(.backspace)])
  }

  @Test(arguments: reports) func `a report between keys leaves them as they are`(report: String) {
    #expect(decode("g" + Self.escape + report + "g") == typed("gg"))
  }

  @Test(arguments: [
    ("]11;rgb:1e1e/1e1e/2e2e\u{07}", ScreenBackground.dark),
    ("]11;rgb:fdfd/f6f6/e3e3\u{1B}\\", .light), ("]11;rgb:f/f/f\u{07}", .light),
    ("]11;rgba:0000/0000/0000/ffff\u{07}", .dark), ("[?997;1n", .dark), ("[?997;2n", .light),
  ]) func `the background is told by an answer or a report`(
    answer: String, background: ScreenBackground
  ) { #expect(KeyDecoder.inputs([(Self.escape + answer).utf8]) == [.background(background)]) }

  @Test(arguments: [
    "]10;rgb:0/0/0\u{07}", "]11;rgb:0/0\u{07}", "]11;rgb:00000/0/0\u{07}", "]11;?\u{07}",
    "]11;rgb:0/0/0\u{01}\u{07}", "]11;rgb:" + String(repeating: "f", count: 10_000) + "\u{07}",
    "[?997;3n", "[?997n", "]11;rgb:-1/0/0\u{07}",
  ]) func `other answers tell nothing`(answer: String) {
    #expect(KeyDecoder.inputs([(Self.escape + answer + "j").utf8]) == typed("j"))
  }

  @Test(arguments: ["]", "P", "_", "X", "^", "x"])
  func `a letter with Alt is a key`(letter: Character) {
    #expect(decode("\u{1B}\(letter)") == [.key(.alt(letter))])
    #expect(decode("\u{1B}\(letter)j") == [.key(.alt(letter)), .key(.character("j"))])
    #expect(
      decode(["\u{1B}\(letter)".utf8, "j".utf8]) == [.key(.alt(letter)), .key(.character("j"))])
  }

  @Test func `a bracket typed after Escape is a key`() {
    #expect(decode(["\u{1B}".utf8, "]".utf8]) == [.key(.escape), .key(.character("]"))])
    #expect(decode(["\u{1B}".utf8, "]".utf8, "j".utf8]) == [.key(.escape)] + typed("]j"))
  }

  @Test func `Escape ends an answer that never ends`() {
    #expect(decode(["\u{1B}]11;rgb".utf8, "\u{1B}".utf8, "j".utf8]) == typed("j"))
  }

  @Test func `long after an answer began a byte alone is a key, and several are more of it`() {
    var decoder = KeyDecoder()
    #expect(decoder.take(bytes: "\u{1B}_Gi=1;O".utf8) == nil && decoder.flush() == nil)
    #expect(decoder.awaitsEnd)
    decoder.suspectLostEnd()
    #expect(decoder.take(bytes: "K\u{1B}".utf8) == nil && decoder.flush() == nil)
    #expect(decoder.take(bytes: "\\".utf8) == nil)
    #expect(decoder.take(bytes: "\u{1B}_Gi=1;O".utf8) == nil && decoder.flush() == nil)
    decoder.suspectLostEnd()
    #expect(decoder.flush() == nil && decoder.awaitsEnd)
    decoder.suspectLostEnd()
    #expect(decoder.take(bytes: "q".utf8) == nil)
    #expect(decoder.flush() == .key(.character("q")))
    #expect(decoder.take(bytes: "j".utf8) == .key(.character("j")))
  }

  @Test(arguments: [
    "\u{1B}]ltitle: d", "\u{1B}]Licon", "\u{1B}]l", "\u{1B}^private", "\u{1B}Xstring",
    "\u{1B}_app d", "\u{1B}_a", "\u{1B}P1;2;3qddd", "\u{1B}Pzdd", "\u{9D}0;title", "\u{90}q",
    "\u{9F}d", "\u{9E}d", "\u{98}d",
  ]) func `strings that nobody asked for are no keys, however long they are`(string: String) {
    for count in [0, 3, 1_500, 100_000] {
      let text = Array((string + String(repeating: "d", count: count)).utf8)
      for end in ["\u{1B}\\", "\u{07}"] {
        #expect(decode([text + end.utf8 + "j".utf8]) == typed("j"), "\(count)")
      }
    }
  }

  /// What a string may contain that would be a key or a sequence alone.
  private static let inner = [
    "\r", "\n", "\r\n", "\t", "\u{01}", "\u{03}", "\u{18}", "\u{7F}", "\u{1B}d", "\u{1B}[A",
    "\u{1B}OA", "\u{1B}[3~", "\u{1B}[[A", "\u{1B}[M !!", "\u{1B}\u{1B}", "\u{1B}]0;d",
  ]

  @Test(
    arguments: [
      "\u{1B}P>|", "\u{1B}P1$r", "\u{1B}Pz", "\u{1B}_G", "\u{1B}_d", "\u{1B}^d", "\u{1B}Xd",
      "\u{1B}]0;", "\u{1B}]l", "\u{9D}0;", "\u{90}q", "\u{9F}d", "\u{9E}d", "\u{98}d",
    ], inner)
  func `a string with a control character within is no key`(beginning: String, inner: String) {
    let text = beginning + "dd" + inner + "dd" + inner + "dd\u{1B}\\"
    #expect(decode(text + "j") == typed("j"))
  }

  @Test(arguments: ["P>|", "P1$r", "_G", "]0;"], ["\r", "\n", "\r\n", "\t", "\u{03}", "\u{7F}"])
  func `such a string in two pieces is no key either`(beginning: String, inner: String) {
    let text = "\u{1B}" + beginning + "dd" + inner + "dd\u{1B}\\j"
    let bytes = Array(text.utf8)
    for cut in 3..<bytes.count {
      #expect(decode([bytes[..<cut], bytes[cut...]]) == typed("j"), "cut after \(cut)")
    }
  }

  @Test(arguments: ["\rdd", "d\rdd"])
  func `a control character right behind the introducer is within the string`(text: String) {
    for introducer in ["P", "_", "^", "X"] {
      #expect(decode("\u{1B}\(introducer)\(text)\u{1B}\\j") == typed("j"))
    }
  }

  @Test func `BEL ends a command, and of other strings what comes together belongs to them`() {
    #expect(decode("\u{1B}]0;dd\u{07}dj").count == 2)
    #expect(decode("\u{1B}P>|dd\u{07}dd\u{1B}\\j") == typed("j"))
    #expect(decode("\u{1B}P>|dd\u{07}j") == typed("j"))
  }

  @Test func `a sequence within a string that ncurses takes for a key is none`() {
    var decoder = KeyDecoder()
    #expect(decoder.take(bytes: "\u{1B}P>|dd".utf8) == nil)
    #expect(decoder.take(key: .up) == nil)
    #expect(decoder.take(bytes: "dd\u{1B}\\".utf8) == nil)
    #expect(decoder.take(bytes: "j".utf8) == .key(.character("j")))
  }

  @Test func `long after a string began Enter alone is a key`() {
    var decoder = KeyDecoder()
    #expect(decoder.take(bytes: "\u{1B}P>|dd\r".utf8) == nil && decoder.flush() == nil)
    #expect(decoder.awaitsEnd)
    decoder.suspectLostEnd()
    #expect(decoder.take(bytes: "\r".utf8) == nil)
    #expect(decoder.flush() == .key(.enter))
  }

  @Test(arguments: [0x90, 0x98, 0x9D, 0x9E, 0x9F] as [UInt8])
  func `a string that a control character of eight bits begins may end by one`(control: UInt8) {
    #expect(decode([[control] + "0;dd".utf8 + [0x9C] + "j".utf8]) == typed("j"))
    #expect(decode([[control] + "0;dé".utf8 + [0x07] + "j".utf8]) == typed("j"))
  }

  @Test func `a key after a paste whose end is lost is a key`() {
    var decoder = KeyDecoder()
    #expect(decoder.take(bytes: "\u{1B}[200~dd".utf8) == nil && decoder.flush() == nil)
    // More of it comes after a pause.
    decoder.suspectLostEnd()
    #expect(decoder.take(bytes: "xy".utf8) == nil && decoder.flush() == nil)
    decoder.suspectLostEnd()
    #expect(decoder.take(bytes: "q".utf8) == nil)
    #expect(decoder.flush() == .pasted("ddxy"))
    #expect(decoder.flush() == .key(.character("q")))
    #expect(decoder.take(bytes: "j".utf8) == .key(.character("j")))
    // Its end comes in a piece of its own.
    #expect(decoder.take(bytes: "\u{1B}[200~d\u{1B}[201".utf8) == nil && decoder.flush() == nil)
    decoder.suspectLostEnd()
    #expect(decoder.take(bytes: "~j".utf8) == .pasted("d"))
    #expect(decoder.flush() == .key(.character("j")))
  }

  @Test func `a named key or Esc ends a paste whose end is lost`() {
    var decoder = KeyDecoder()
    #expect(decoder.take(bytes: "\u{1B}[200~dd".utf8) == nil && decoder.flush() == nil)
    decoder.suspectLostEnd()
    #expect(decoder.take(key: .up) == .pasted("dd"))
    #expect(decoder.flush() == .key(.up))
    #expect(decoder.take(bytes: "\u{1B}[200~dd".utf8) == nil && decoder.flush() == nil)
    decoder.suspectLostEnd()
    #expect(decoder.take(bytes: "\u{1B}".utf8) == nil)
    #expect(decoder.flush() == .pasted("dd"))
    #expect(decoder.flush() == .key(.escape))
  }

  @Test func `unknown keys of all forms are one key that does not act`() {
    for sequence in ["[99;9u", "[1;5H", "[24~", "Oj", "[[A", "[99"] {
      let keys = decode(Self.escape + sequence + (sequence == "[99" ? "u" : "") + "j")
      #expect(keys == [.key(.unknown), .key(.character("j"))], "\(sequence)")
    }
  }

  @Test func `a paste is whole however it arrives`() {
    let bytes = Array("\u{1B}[200~d\u{1B}[<0;1;1Mq\r\u{1B}[201~j".utf8)
    for cut in 2..<bytes.count {
      #expect(
        decode([bytes[..<cut], bytes[cut...]])
          == [.pasted("d\u{1B}[<0;1;1Mq\n"), .key(.character("j"))], "cut after \(cut)")
    }
  }
}

extension KeyDecoder {
  /// The inputs of chunks, between which nothing waits for a while.
  static func inputs(_ chunks: some Sequence<some Sequence<UInt8>>) -> [TerminalInput] {
    var decoder = KeyDecoder()
    var result: [TerminalInput] = []
    for chunk in chunks {
      for byte in chunk { if let input = decoder.take(byte: byte) { result.append(input) } }
      while let input = decoder.flush() { result.append(input) }
    }
    return result
  }
}
