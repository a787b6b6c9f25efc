import Foundation
import InboxSettings
import Testing

@testable import bellboard

@Suite struct SourceLineTests {
  private let now = Date(timeIntervalSince1970: 1_767_225_600)

  private func line(
    _ phase: SourceState.Phase, detail: String? = nil, error: String? = nil,
    secondsSinceError: Double? = nil, secondsToNextTry: Double? = nil, receivedCount: Int = 0
  ) -> String {
    let state = SourceState(
      name: "s", phase: phase, since: now, detail: detail, error: error,
      errorDate: secondsSinceError.map { now - $0 }, nextTry: secondsToNextTry.map { now + $0 },
      receivedCount: receivedCount)
    return SourceLine(state, at: now).text(nameWidth: 2)
  }

  @Test func `a source that failed tells why and when it is tried again`() {
    #expect(
      line(.failed, error: "it broke", secondsSinceError: 1, secondsToNextTry: 7.5)
        == "s   failed    it broke  next try in 8 s")
  }

  @Test func `on a full disk nothing is said of how it is`() {
    let state = SourceState(
      name: "exchange", phase: .running, since: now, detail: "live · 0 waiting")
    let line = SourceLine(state, at: now, isDiskFull: true).text(nameWidth: 8)
    #expect(line == "exchange  unknown; running before")
  }

  @Test func `what was refused is told with the last reason`() {
    var state = SourceState(name: "s", phase: .running, since: now, receivedCount: 2)
    (state.refusedCount, state.refusal) = (7, "webhook 'ci': it has no title")
    state.refusalDate = now - 300
    #expect(
      SourceLine(state, at: now).text(nameWidth: 2)
        == "s   running   2 received  7 refused, the last (5 min ago): webhook 'ci': it has no title"
    )
    #expect(SourceState(json: state.json) == state)
    #expect(!state.isTroubled)
  }

  @Test func `a try in more than two minutes is told in minutes`() {
    #expect(
      line(.failed, error: "it broke", secondsToNextTry: 3_599)
        == "s   failed    it broke  next try in 60 min")
  }

  @Test func `among other checks it has the name and the next try, too`() {
    let state = SourceState(
      name: "s", phase: .failed, since: now, error: "it broke", nextTry: now + 7.5)
    #expect(SourceLine(state, at: now).problem == "s: it broke; next try in 8 s")
  }

  @Test(
    arguments: [
      (.running, nil, false), (.running, -1, false), (.running, 1, true), (.waiting, -1, true),
      (.waiting, nil, false), (.failed, nil, true),
    ] as [(SourceState.Phase, Double?, Bool)])
  func `what went wrong before a source ran is past`(
    _ phase: SourceState.Phase, _ seconds: Double?, _ isTroubled: Bool
  ) {
    let state = SourceState(
      name: "s", phase: phase, since: now, error: seconds.map { _ in "it broke" },
      errorDate: seconds.map { now + $0 })
    #expect(state.isTroubled == isTroubled)
  }

  @Test(arguments: [0, -0.5, -40]) func `a source that is tried now says so`(_ seconds: Double) {
    #expect(
      line(.failed, error: "it broke", secondsSinceError: 1, secondsToNextTry: seconds)
        == "s   failed    it broke  trying now")
  }

  @Test func `the error of a source that is well again is past`() {
    #expect(
      line(.running, detail: "here", error: "it broke", secondsSinceError: 300, receivedCount: 2)
        == "s   running   here  last error (5 min ago): it broke  2 received")
    #expect(
      line(.running, detail: "here", error: "it broke", secondsSinceError: 5)
        == "s   running   here  last error (just now): it broke")
  }
}
