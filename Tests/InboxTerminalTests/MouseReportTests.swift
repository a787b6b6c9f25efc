@testable import InboxTerminal
import InboxTestSupport
import InboxUI
import Testing

/// The reports of a mouse, whole, cut, wrong and old.
struct MouseReportTests {
  private func inputs(_ chunks: some Sequence<ArraySlice<UInt8>>) -> [TerminalInput] {
    KeyDecoder.inputs(chunks)
  }

  private func inputs(_ text: String) -> [TerminalInput] { inputs([Array(text.utf8)[...]]) }

  @Test(
    arguments: [
      ("0;1;1M", .press, 0, 0), ("0;20;9M", .press, 19, 8), ("0;20;9m", .release, 19, 8),
      ("32;300;200M", .drag, 299, 199), ("36;3;2M", .drag, 2, 1), ("4;3;2m", .release, 2, 1),
      ("2;20;9M", .secondPress, 19, 8),
      ("64;20;9M", .wheel(-1), 19, 8), ("65;20;9M", .wheel(1), 19, 8),
      ("0;99999;99999M", .press, 99_998, 99_998),
    ] as [(String, MouseEvent.Kind, Int, Int)])
  func `a report tells its cell`(report: String, kind: MouseEvent.Kind, column: Int, row: Int) {
    let event = MouseEvent(kind, at: Position(column: column, row: row))
    let bytes = Array("\u{1B}[<\(report)j".utf8)
    #expect(inputs([bytes[...]]) == [.mouse(event), .key(.character("j"))])
    for cut in 2..<bytes.count {
      #expect(
        inputs([bytes[..<cut], bytes[cut...]]) == [.mouse(event), .key(.character("j"))],
        "cut after \(cut)")
    }
  }

  @Test(arguments: [
    // Other buttons, other wheels, modifiers, moves without a button.
    "1;2;3M", "1;2;3m", "2;2;3m", "3;2;3M", "4;2;3M", "8;2;3M", "16;2;3M", "33;2;3M",
    "35;2;3M", "66;2;3M", "67;2;3M", "68;2;3M", "64;2;3m", "80;2;3M", "96;2;3M", "128;2;3M",
    "192;2;3M", "99999;2;3M",
    // Numbers that are none, too many or too few.
    "0;0;1M", "0;1;0M", "0;-1;1M", "0;100000;1M", "0;1;1;1M", "0;1M", "0M", ";;M", "M", "m",
    "0;1;1 M", "0;1;1:2M", "00000000000000000000;1;1M", "0;1;1<M", "?0;1;1M",
  ]) func `another report is neither an event nor a key`(report: String) {
    #expect(inputs("\u{1B}[<\(report)j") == [.key(.character("j"))])
  }

  @Test func `a report of the older forms is neither`() {
    for report in ["[M !!", "[M`4)", "[Mqqq", "[M\u{7F}qj", "[0;20;9M", "[32;20;9M"] {
      #expect(inputs("\u{1B}\(report)j") == [.key(.character("j"))], "\(report)")
    }
    // Columns beyond 95 are bytes of no text.
    let far: [UInt8] = [0x1B, 0x5B, 0x4D, 0x20, 0xFF, 0xC3, 0x6A]
    #expect(inputs([far[...]]) == [.key(.character("j"))])
  }

  @Test func `a report in a paste is a part of its text`() {
    #expect(inputs("\u{1B}[200~a\u{1B}[<0;1;1Mb\u{1B}[201~") == [.pasted("a\u{1B}[<0;1;1Mb")])
  }

  @Test func `of a flood that is cut anywhere no byte is a key`() {
    for seed in 1...200 as ClosedRange<UInt64> {
      var random = SeededRandom(seed: seed)
      var bytes: [UInt8] = []
      var events: [TerminalInput] = []
      for _ in 0..<20 {
        let column = Int.random(in: 1...400, using: &random)
        let row = Int.random(in: 1...200, using: &random)
        let kind = random.pick([(64, MouseEvent.Kind.wheel(-1)), (65, .wheel(1)), (32, .drag)])
        bytes += "\u{1B}[<\(kind.0);\(column);\(row)M".utf8
        let place = Position(column: column - 1, row: row - 1)
        events.append(.mouse(MouseEvent(kind.1, at: place)))
      }
      var chunks: [ArraySlice<UInt8>] = []
      var rest = bytes[...]
      while !rest.isEmpty {
        var count = Int.random(in: 1...30, using: &random)
        // Behind Esc alone, the key of that name would be returned.
        while count < rest.count, rest[rest.startIndex + count - 1] == 0x1B { count += 1 }
        chunks.append(rest.prefix(count))
        rest = rest.dropFirst(count)
      }
      #expect(inputs(chunks) == events, "seed \(seed)")
    }
  }

  @Test func `random bytes of reports give no other keys than were typed between them`() {
    let alphabet = Array("\u{1B}[<;0123456789Mm".utf8)
    for seed in 1...300 as ClosedRange<UInt64> {
      var random = SeededRandom(seed: seed)
      let bytes = (0..<200).map { _ in random.pick(alphabet) }
      for input in inputs([bytes[...]]) {
        switch input {
        case .mouse(let event): #expect(event.position.column >= 0 && event.position.row >= 0)
        case .key(.character(let character)), .key(.alt(let character)):
          #expect(alphabet.contains(character.asciiValue ?? 0))
        case .key(.escape), .key(.unknown): break
        case .key, .pasted, .background, .graphics, .measured:
          Issue.record("\(input), seed \(seed)")
        }
      }
    }
  }

  @Test func `what is broken off is no key, nor is the report behind it lost`() {
    let whole = "\u{1B}[<64;20;9M"
    let event = TerminalInput.mouse(MouseEvent(.wheel(-1), at: Position(column: 19, row: 8)))
    for end in 3..<whole.utf8.count {
      let keys = inputs(String(whole.prefix(end)) + whole)
      #expect(keys.filter { $0 != .key(.unknown) } == [event], "broken off after \(end)")
    }
  }
}
