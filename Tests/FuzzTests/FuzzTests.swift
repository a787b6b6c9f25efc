import BellboardSupport
import Foundation
import InboxCore
import InboxMail
import InboxPayloads
import InboxSettings
import InboxTOML
import InboxTestSupport
import InboxText
import InboxUI
import Testing

@testable import InboxExchange
@testable import InboxSources
@testable import bellboard

/// Random input to everything that reads what people, senders and disks give.
///
/// Nothing traps or hangs, and what is wrong is an error. `Scripts/fuzz` runs it for longer.
@Suite(.serialized, .waiting) struct FuzzTests {
  private func inbox() throws -> Inbox {
    let inbox = try Inbox.testing(maximumCount: 40)
    try inbox.push(Payload.showcase(at: .testing), defaultSource: "cli")
    return inbox
  }

  @Test func `payloads and imports`() throws {
    let inbox = try inbox()
    Fuzz.run("payloads", atLeast: 300) { random in
      var bytes = Array(random.text(like: Samples.payloads, words: Samples.payloadWords).utf8)
      if Bool.random(using: &random), let index = bytes.indices.randomElement(using: &random) {
        bytes[index] = UInt8.random(in: 0...255, using: &random)
      }
      let pushed = PayloadDecoder().decode(bytes).compactMap { try? $0.result.get() }
      _ = try inbox.push(pushed, defaultSource: "fuzz")
      var lines = PayloadStream(PayloadDecoder(purpose: .import))
      var imported: [Payload] = []
      for piece in [bytes[..<(bytes.count / 2)], bytes[(bytes.count / 2)...]] {
        lines.append(piece) { record in
          if let payload = try? record.result.get() { imported.append(payload) }
        }
      }
      lines.finish { if let payload = try? $0.result.get() { imported.append(payload) } }
      _ = try inbox.importMessages(imported, replacing: true, pruning: true)
      try inbox.exportMessages { message in
        let line = MessageJSON(message, as: .export).bytes
        let record = PayloadDecoder(purpose: .import).decode(line).first
        #expect(throws: Never.self) { try record?.result.get() }
      }
    }
  }

  @Test func mails() throws {
    let inbox = try inbox()
    Fuzz.run("mails", atLeast: 300) { random in
      var bytes = Array(random.text(like: Samples.mails, words: Samples.mailWords).utf8)
      if Bool.random(using: &random), let index = bytes.indices.randomElement(using: &random) {
        bytes[index] = UInt8.random(in: 0...255, using: &random)
      }
      let mail = MailMessage(bytes)
      let results = try inbox.push([mail.payload], defaultSource: "mail").results
      #expect(results.allSatisfy { if case .refused = $0 { false } else { true } })
    }
  }

  @Test func `dialogues of mail`() {
    Fuzz.run("dialogues", atLeast: 300) { random in
      let text = random.text(like: Samples.dialogues, words: Samples.dialogueWords)
      var rest = Array(text.utf8)[...]
      var lines = SMTPLines()
      var session = SMTPSession(.init())
      while !rest.isEmpty {
        let count = Int.random(in: 1...40, using: &random)
        lines.append(rest.prefix(count))
        rest = rest.dropFirst(count)
        while let piece = lines.next() {
          for case .readMail(let most) in session.take(piece) { lines.beginMail(atMost: most) }
        }
      }
    }
  }

  @Test func `frames of a NATS server`() {
    Fuzz.run("frames", atLeast: 300) { random in
      var bytes = Array(random.text(like: Samples.frames, words: Samples.frameWords).utf8)
      if Bool.random(using: &random), let index = bytes.indices.randomElement(using: &random) {
        bytes[index] = UInt8.random(in: 0...255, using: &random)
      }
      let whole = Self.frames(in: [bytes[...]])
      let place = Int.random(in: 0...bytes.count, using: &random)
      let split = Self.frames(in: [bytes[..<place], bytes[place...]])
      // What is no frame is noticed before the end of its line, so that the errors differ.
      #expect(
        split.frames == whole.frames && (split.error == nil) == (whole.error == nil),
        "\(String(decoding: bytes, as: UTF8.self).debugDescription), split at \(place)")
      for case .info(let json) in whole.frames { _ = NATSServerInfo(json: json) }
    }
  }

  private struct ReadFrames {
    var frames: [NATSFrame] = []
    var error: NATSFrameError?
  }

  private static func frames(in pieces: [ArraySlice<UInt8>]) -> ReadFrames {
    var (read, reader) = (ReadFrames(), NATSFrameReader())
    do throws(NATSFrameError) {
      for piece in pieces {
        reader.append(piece)
        while let frame = try reader.next() { read.frames.append(frame) }
      }
    } catch {
      read.error = error
    }
    return read
  }

  @Test func filters() throws {
    let inbox = try inbox()
    Fuzz.run("filters", atLeast: 200) { random in
      let text = random.text(like: Samples.filters, words: Samples.filterWords)
      let filter: MessageFilter
      do throws(FilterError) {
        filter = try MessageFilter(parsing: text, now: .testing, timeZone: .berlin)
      } catch {
        #expect(!error.message.isEmpty && error.column > 0)
        return
      }
      // A mark that joins the blank before it ends no word there.
      guard filter.text.allSatisfy({ $0 == " " || $0.unicodeScalars.first != " " }) else { return }
      let again = try MessageFilter(parsing: filter.text, now: .testing, timeZone: .berlin)
      #expect(again.text == filter.text)
      let query = MessageQuery(filter: filter, order: random.pick(MessageOrder.allCases))
      _ = try inbox.snapshot(of: query, in: .init(limit: 9), countingMatches: true)
    }
  }

  @Test func times() {
    let reader = TimeExpressionReader(now: .testing, timeZone: .berlin)
    Fuzz.run("times", atLeast: 1_000) { random in
      let text = random.text(like: Samples.times, words: Samples.timeWords)
      if let date = try? reader.date(text) {
        _ = RFC3339.string(from: date)
        _ = RelativeTime.text(from: date, to: .testing)
      }
      _ = (try? reader.futureDate(text), try? reader.futureDate(after: text))
      _ = try? reader.boundary(text)
    }
  }

  @Test func templates() throws {
    let inbox = try inbox()
    let messages = try inbox.stored()
    Fuzz.run("templates", atLeast: 300) { random in
      let text = random.text(like: Samples.templates, words: Samples.templateWords)
      guard let template = try? Message.template(parsing: text) else { return }
      _ = template.text(of: random.pick(messages))
    }
  }

  @Test func `names and ids`() throws {
    let inbox = try inbox()
    Fuzz.run("names", atLeast: 300) { random in
      let text = random.text(like: Samples.names, words: Samples.nameWords)
      _ = try inbox.resolve([text])
      if let name = try? InboxName(text) { #expect(name.description == text) }
      _ = (text.printable(), TextLayout.wrap(text, width: 7, lines: 3))
    }
  }

  @Test func `configurations and themes, also half typed`() {
    Fuzz.run("configuration", atLeast: 200) { random in
      let text = random.text(like: Samples.tomls, words: Samples.tomlWords)
      let file = TOMLFile(text, at: "config.toml", by: Settings.table)
      #expect(file.errors.allSatisfy { !$0.description.isEmpty })
      _ = ThemeLoader.builtIn.load(text, named: "fuzz", path: "fuzz.toml").messages
    }
  }

  @Test func `damaged files`() throws {
    let whole = try DamagedInbox(seed: 21, count: 64)
    Fuzz.run("damaged files", atLeast: 4) { random in
      let damages = (0..<Int.random(in: 1...3, using: &random)).map { _ in
        random.pick(FileDamage.allCases)
      }
      var copy = random
      let folder = try whole.copy { bytes in
        for damage in damages { damage.apply(to: &bytes, &copy) }
      }
      defer { try? FileManager.default.removeItem(atPath: folder) }
      let rescued = folder + "/rescued"
      _ = try Inbox.rescue(folder + "/" + Inbox.fileName, into: rescued)
      if let inbox = try? Inbox.open(folder: rescued, configuration: .testing()) {
        #expect(inbox.exercise(at: .testing(250)).isEmpty)
        try inbox.close()
      }
      guard let inbox = try? Inbox.open(folder: folder, configuration: .testing()) else { return }
      for (use, error) in inbox.exercise(at: .testing(250)) {
        #expect(error is InboxError, "\(use): \(error)")
      }
      try? inbox.close()
    }
  }

  @Test func `commands of the program`() throws {
    let home = try TemporaryFolder()
    let environment = ["BELLBOARD_HOME": home.path, "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"]
    Fuzz.run("commands", atLeast: 12) { random in
      let command = Self.command(&random)
      let (input, output, errors) = (home.path + "/in", home.path + "/out", home.path + "/err")
      try Data(command.input.utf8).write(to: URL(filePath: input))
      let status = try ChildProcess(
        BuiltProgram.path("bellboard"), command.arguments, environment: environment,
        input: .file(input), output: .file(output), errors: .file(errors)
      ).end()
      let told = try Data(contentsOf: URL(filePath: errors))
      #expect(status <= 64, "\(command.arguments) ended with \(status)")
      #expect(status == 0 || status == 3 || !told.isEmpty, "\(command.arguments): no reason given")
    }
  }

  private static func command(
    _ random: inout SeededRandom
  ) -> (arguments: [String], input: String) {
    func text(_ samples: [String], _ words: [String]) -> String {
      // No argument of a program has a zero in it.
      random.text(like: samples, words: words).replacing("\0", with: "")
    }
    let payloads = text(Samples.payloads, Samples.payloadWords)
    let name = text(Samples.names, Samples.nameWords)
    return random.pick([
      (["push", "--json"], payloads), (["push", payloads, name], ""), (["import"], payloads),
      (["list", "--filter", text(Samples.filters, Samples.filterWords)], ""),
      (["list", "--format", text(Samples.templates, Samples.templateWords)], ""),
      (["show", name], ""), (["count", "--inbox", name], ""), (["export"], ""),
      (["snooze", "@1", "--until", text(Samples.times, Samples.timeWords)], ""),
      (["push", "x", "--starts-at", text(Samples.times, Samples.timeWords)], ""),
      (["delete", name], ""), (["theme", "check", name], ""), ([name], ""),
    ])
  }
}
