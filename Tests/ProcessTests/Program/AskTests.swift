import InboxText
import Foundation
import InboxCore
import InboxTestSupport
import Testing

@testable import bellboard

@Suite(.waiting) struct AskTests {
  private let program = Program()

  @Test(arguments: [("90", 90.0), ("1h30m", 5_400), ("2 min", 120), ("1d", 86_400), (nil, nil)])
  func `a time to answer is written as every duration`(_ text: String?, _ seconds: Double?) throws {
    #expect(try TimeExpressionReader.seconds(text, flag: "--timeout", at: .testing) == seconds)
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func `an asker that is killed takes the question back`(signal: Int32) throws {
    let watch = try RunningProgram(program, ["watch", "--since", "0", "--limit", "1"])
    let asking = try RunningProgram(program, ["ask", "Deploy?"])
    _ = try #require(watch.line())
    asking.send(signal)
    #expect(asking.end() == 128 + signal)
    #expect(try program.run("answer", "@1", "Yes").status == 1)
    // Nobody has to answer it any more: it is read.
    #expect(try program.run("count").output == "0\n")
  }
}
