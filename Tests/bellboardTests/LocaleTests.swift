import Foundation
import Testing

/// A person's language and calendar change no time.
@Suite struct LocaleTests {
  @Test(arguments: ["C", "th_TH.UTF-8", "fa_IR.UTF-8", "ar_SA.UTF-8", "ja_JP.UTF-8"])
  func `no locale makes another date of a moment`(locale: String) throws {
    let program = Program()
    let environment = ["LC_ALL": locale, "LANG": locale]
    try program.run(
      ["push", "x", "--id", "1", "--expires-at", "2098-02-28T23:30:00Z"], input: Data(),
      environment: environment)
    let run = try program.run(["list", "--json"], input: Data(), environment: environment)
    #expect(run.output.contains("\"expires_at\":\"2098-02-28T23:30:00"), "\(run.output)")
    #expect(try program.run("count").output == "1\n")
  }
}
