import InboxText
import Foundation
import InboxTerminal
import InboxUI

/// A pane that lists what it received, and can crash.
final class ProbePane: Pane {
  let descriptors: [Int32]
  var nextDeadline: Date?
  private let ends: [Int32]
  private var received: [String] = []
  private var size = Size(columns: 80, rows: 24)
  private var requests: [HostRequest] = []

  init() throws {
    var ends: [Int32] = [0, 0]
    pipe(&ends)
    self.ends = ends
    descriptors = [ends[0]]
  }

  var picture: Picture {
    var theme = Theme(name: "probe")
    theme[.bar] = Style(foreground: .rgb(255, 0, 0), background: .indexed(4), bold: true)
    theme[.status] = Style(foreground: .indexed(9), dim: true, italic: true)
    theme[.banner] = Style(foreground: .indexed(208), underline: true)
    let bar = Line([Span("probe é 日本", columns: 12, roles: RoleSet(.bar))], fill: RoleSet(.bar))
    let looks = Line([
      Span("status", columns: 6, roles: RoleSet(.status)), Span(" ", columns: 1, roles: []),
      Span("banner", columns: 6, roles: RoleSet(.banner)),
    ])
    let rows = received.suffix(max(0, size.rows - 2)).map {
      Line([Span($0, columns: $0.utf8.count, roles: [])])
    }
    let frame = Frame(size: size, lines: [bar, looks] + rows)
    return Picture(frame: frame, theme: theme, title: "probe \(received.count)", takesMouse: true)
  }

  func receive(_ input: PaneInput) {
    switch input {
    case .terminal(.key(let key)): press(key)
    case .terminal(.mouse(let event)):
      tell("mouse \(event.kind) \(event.position.column),\(event.position.row)")
    case .terminal(.background(let background)): tell("background \(background)")
    case .terminal(.graphics), .graphics, .terminal(.measured), .measured: break
    case .terminal(.pasted(let text)): tell("pasted \(text.debugDescription)")
    case .resized(let size):
      self.size = size
      tell("size \(size.columns)x\(size.rows)")
    case .answered(.launch, let result): tell("launched \(result)")
    case .answered(.copy, let result): tell("copied \(result)")
    case .answered(let request, let result): tell("\(request) \(result)")
    case .presented: note("presented")
    case .stopping: note("stopping")
    case .continued: note("continued")
    case .linked(let link): tell("linked \(link)")
    }
  }

  func handleWakes(_ ready: Set<Int32>) -> [HostRequest] {
    defer { requests = [] }
    return requests
  }

  private func press(_ key: Key) {
    tell("\(key)")
    switch key {
    case .character("q"): requests.append(.quit)
    case .character("o"): open("https://example.org/")
    case .character("|"): handOut()
    case .character("!"): abort()
    case .character("0"): trap()
    default: break
    }
  }

  private func open(_ text: String) {
    if let link = try? Link(text) { requests.append(.launch(.open([link], opener: []))) }
  }

  private func handOut() {
    let command = ProcessInfo.processInfo.environment["PROBE_COMMAND"] ?? "cat"
    requests.append(.launch(.pipe("text\n", command: command)))
  }

  private func trap() {
    let numbers = received.filter { $0 == "never" }
    tell(numbers[received.count])
  }

  private func tell(_ text: String) {
    received.append(text)
    note(text)
  }
}
