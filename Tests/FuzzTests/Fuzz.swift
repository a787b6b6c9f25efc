import Foundation
import InboxTestSupport
import Synchronization
import Testing

/// Rounds of random input for one subject, until its share of the time is up.
///
/// `BELLBOARD_FUZZ_SECONDS` is the time of all subjects, `BELLBOARD_FUZZ_SEED` the first seed. Each
/// round has a seed of its own. The one that runs is noted in the file that
/// `BELLBOARD_FUZZ_NOTES` names, so that a trap tells which it was.
struct Fuzz {
  private static let variables = ProcessInfo.processInfo.environment
  /// Seconds for each subject.
  private static let share = (variables["BELLBOARD_FUZZ_SECONDS"].flatMap(Double.init) ?? 16) / 11
  private static let firstSeed = variables["BELLBOARD_FUZZ_SEED"].flatMap(UInt64.init) ?? 1
  /// Seconds after which a round counts as hanging; far above what the slowest takes.
  private static let limit = 60.0

  /// Runs rounds, the first ones always and the same in every run.
  ///
  /// - Parameters:
  ///   - subject: Its name in notes and reports.
  ///   - least: How many rounds run however long they take.
  ///   - round: One round; throws or records an issue when something is wrong.
  static func run(
    _ subject: String, atLeast least: Int, _ round: (inout SeededRandom) throws -> Void
  ) {
    let deadline = Date() + share
    var seed = firstSeed
    let watchdog = Watchdog(subject, limit: limit)
    defer { watchdog.stop() }
    while Date() < deadline || seed < firstSeed + UInt64(least) {
      note("\(subject) \(seed)")
      watchdog.begin(seed)
      // Sequences of neighboring seeds run into each other.
      var random = SeededRandom(seed: seed &* 1_000_003)
      do {
        try round(&random)
      } catch {
        Issue.record("\(subject), BELLBOARD_FUZZ_SEED=\(seed): \(error)")
        return
      }
      seed += 1
    }
    print("fuzz: \(subject), seeds \(firstSeed) to \(seed - 1)")
  }

  private static func note(_ line: String) {
    guard let path = variables["BELLBOARD_FUZZ_NOTES"] else { return }
    try? (line + "\n").write(toFile: path, atomically: false, encoding: .utf8)
  }
}

/// Ends the test run when one round takes too long, and says which.
private final class Watchdog: Sendable {
  private struct State {
    var seed: UInt64 = 0
    var begun = Date()
    var isStopped = false
  }

  private let state = Mutex(State())

  init(_ subject: String, limit: Double) {
    Thread.detachNewThread { [self] in
      while true {
        sleep(1)
        let state = state.withLock { $0 }
        if state.isStopped { return }
        if Date().timeIntervalSince(state.begun) > limit {
          fatalError("fuzz: \(subject) hangs, BELLBOARD_FUZZ_SEED=\(state.seed)")
        }
      }
    }
  }

  func begin(_ seed: UInt64) {
    state.withLock { $0 = State(seed: seed) }
  }

  func stop() {
    state.withLock { $0.isStopped = true }
  }
}

extension SeededRandom {
  /// A text made of others by what careless hands and broken programs do.
  ///
  /// - Parameters:
  ///   - samples: Good texts of the kind.
  ///   - words: Pieces that mean something in such texts.
  /// - Returns: A text, often a bad one.
  mutating func text(like samples: [String], words: [String]) -> String {
    var scalars = Array(pick(samples).unicodeScalars)
    for _ in 0..<Int.random(in: 0...6, using: &self) {
      let place = Int.random(in: 0...scalars.count, using: &self)
      let end = min(scalars.count, place + Int.random(in: 0...12, using: &self))
      switch Int.random(in: 0..<8, using: &self) {
      // Half typed.
      case 0: scalars.removeSubrange(place...)
      case 1: scalars.removeSubrange(place..<end)
      case 2: scalars.insert(contentsOf: scalars[place..<end], at: place)
      case 3:
        scalars.insert(contentsOf: String.hostile(length: 5, &self).unicodeScalars, at: place)
      case 4: scalars.insert(contentsOf: pick(samples).unicodeScalars, at: place)
      case 5:
        let count = pick([2, 9, 300])
        let piece = pick(words).unicodeScalars
        for _ in 0..<count { scalars.insert(contentsOf: piece, at: place) }
      default: scalars.insert(contentsOf: pick(words).unicodeScalars, at: place)
      }
    }
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars)
    return String(text)
  }
}

/// Good texts, and pieces of them, from which random ones are made.
enum Samples {
  static let payloads = [
    #"{"title":"Disk full","body":"97 %","priority":"high","tags":["a","b"],"custom":{"k":[1,2.5,null]}}"#,
    #"{"id":"1","source":"ci","title":"t","sent_at":"2026-01-31T12:00:00Z","expires_at":1769860900}"#,
    #"{"aps":{"alert":{"title":"a","body":"b"},"sound":"default","badge":3,"thread-id":"t"}}"#,
    #"{"topic":"x","message":"m","priority":5,"attach":"https://a.example/b.png","actions":[{"action":"view","label":"l","url":"https://b.example"}]}"#,
    #"[{"title":"a"},{"title":"b","tap":{"kind":"url","url":"https://c.example"}}]"#,
    #"{"title":"q","actions":[{"id":"y","label":"Yes"}],"asks":true,"status":"read","pinned":true}"#,
  ]
  static let payloadWords = [
    "{", "}", "[", "]", ":", ",", "\"", "\\u0000", "\\ud800", "1e999", "-0", "null", "\n",
    "\"title\":",
    "9223372036854775808", "\u{FEFF}", "\"snoozed_until\":", "\"aps\":{",
  ]
  static let mails = [
    "Subject: =?utf-8?Q?Gr=C3=BC=C3=9Fe?=\r\nDate: Mon, 2 Nov 26 03:00:01 EST\r\n\r\ntext\r\n",
    "Content-Type: multipart/alternative; boundary=b\n\n--b\n\nplain\n--b\nContent-Type: text/html\n\n<p>rich\n--b--\n",
    "Content-Type: message/rfc822\n\nSubject: inner\nContent-Transfer-Encoding: base64\n\naGk=\n",
    "Content-Type: text/html; charset=koi8-r\n\n<table><tr><td>a<td><a href=\"https://x\">b</a></table>",
    "Content-Disposition: attachment; filename*0*=utf-8''%c3%bc; filename*1=x\n\nx",
  ]
  static let mailWords = [
    "\n\n", "--b", "--b--", "; boundary=b", "=?", "?=", "?B?", "=", "=C3", "charset=iso-2022-jp",
    "(",
    "\"", "<a ", "<!--", "</pre>", "&#x", "\u{1B}$B", "format=flowed", "From ", "*0*=",
  ]
  static let dialogues = [
    "EHLO x\r\nMAIL FROM:<a@b> SIZE=3\r\nRCPT TO:<c@d>\r\nDATA\r\nx\r\n..\r\n.\r\nQUIT\r\n",
    "LHLO x\r\nAUTH PLAIN AGEAYg==\r\nMAIL FROM:<>\r\nRCPT TO:<\"a b\"@d>\r\nRSET\r\n",
  ]
  static let dialogueWords = [
    "\r\n", "\n", "\r", ".", "<", ">", "\"", "DATA", "RCPT TO:", "\0", "=", "\\",
  ]
  static let frames = [
    "INFO {\"version\":\"2.9.10\",\"headers\":true,\"max_payload\":1048576}\r\n+OK\r\nPONG\r\n",
    "MSG a.b 1 3\r\nabc\r\nMSG a.b 2 reply 0\r\n\r\n-ERR 'Stale Connection'\r\n",
    "HMSG a 1 r 30 31\r\nNATS/1.0 503 No one\r\nA: b\r\n\r\nx\r\nPING\r\n",
  ]
  static let frameWords = [
    "\r\n", "\n", "\r", "MSG ", "HMSG ", "INFO ", "-ERR ", "NATS/1.0", " 0", " 999999999", "-",
    "\t",
    "{", ": ", "\0", "'",
  ]
  static let filters = [
    #"is:unread source:ntfy/* priority>=high -tag:test "disk full""#, "before:2026-01-31 after:-2d",
    "category:x thread:\"a b\" tag:y is:snoozed", "-is:pinned word -\"a b\"*",
    "is:asking is:expired", "is:any -is:deleted",
  ]
  static let filterWords = [
    "is:", "tag:", "-", "\"", "*", ">=", "<", "before:", "after:-", " ", "\\", "source:/*",
    "priority:",
    "AND", "NEAR(", "(", ":", "+9999999999d", "0000-00-00",
  ]
  static let times = [
    "2h", "tomorrow 9am", "2026-01-31T12:00:00Z", "next monday 17:30", "in 3 days", "1769860800",
    "-2d", "today", "2026-02-29", "noon", "1h30m", "PT2H", "a week from monday",
    "Fri Dec 24 18:00:00 CET 2027",
    "an hour and a half", "2½ hours", "24.12. 18:00", "8 in the evening", "the 24th",
  ]
  static let timeWords = [
    "in ", "next ", "99999999999", "am", "pm", ":", "-", "+", "h", "d", "w", "monday", "T", "Z",
    ".",
    "24:00", "12am", "1969", "year", "M", "½", "/", " from ", "month", "UTC", "midnight", "night",
  ]
  static let templates = [
    "{title} {body:json}\\n", "{?answer}{answer}{/}{!answer}open{/}", "{{x}} {number}\\t{source}",
    "{id} {?thread}{thread} {?tags}{tags}{/}{/}",
  ]
  static let templateWords = [
    "{", "}", "{{", "}}", "{/}", "{?", "{!", "\\n", "\\", ":json", "{title", "{?title}", "{number}",
  ]
  static let tomls = [
    "theme = \"nord\"\nmaximum_notifications = 0\n[keys]\n\"x\" = \":snooze 2h\"\n\"A\" = [\"toggle-read\", \"delete\"]\n",
    "[[tabs]]\nname = \"CI\"\nfilter = \"source:ci/*\"\n[[tabs]]\nname = \"All\"\nfilter = \"\"\n",
    "name = \"Indigo\"\ninherits = \"default\"\n[palette]\nindigo = \"#5856d6\"\n[unread]\nbackground = \"indigo\"\ntitle = { fg = \"white\", bold = true, lines = 4 }\n",
    "[read]\nmark = ' '\nmessage = { fg = 'brightblack' }\n[priority.high]\nfg = 9\ntext = \"\"\"\na\\\n  b\"\"\"\n",
    "date = 2026-01-31T12:00:00.5+01:00\nn = [0x1F, 1_000, -inf, 1e5, 0b11]\na.b.c = true\n",
  ]
  static let tomlWords = [
    "[", "]", "[[", "]]", "=", "\"", "'", "\"\"\"", "'''", "{", "}", ",", ".", "#", "\n", "\\u",
    "\\UFFFFFFFF",
    "a.b", "[keys]", "inherits = \"fuzz\"", "0x", "1e", "nan", "\r", "\t", "[a.b.c]",
  ]
  static let names = [
    "default", "@1", "@9223372036854775808", "id-7", "work.2", "a/b", "../x", "", "-", "@", "@-1",
    "0197f3a2-7c1e-7000-8000-000000000000",
  ]
  static let nameWords = [
    "@", "/", "..", "-", "9", "\0", "a", " ", "\u{10FFFF}", "'", "`x`", "$(x)", "%s",
  ]
}
