package import ArgumentParser

/// What the program's exit status says; 64 for wrong usage is also the parser's.
extension ExitCode {
  /// Failed, or only partly done; the reasons are on standard error.
  package static let failed = ExitCode(1)
  /// An acting command matched nothing.
  package static let nothingMatched = ExitCode(3)
  /// Nobody answered a question in time.
  package static let timedOut = ExitCode(4)
  /// A flag or a filter is wrong.
  package static let wrongUsage = ExitCode(64)

  /// All of them with what they say, for the manual.
  package static let meanings: [(code: ExitCode, meaning: String)] = [
    (.success, "Done; list and count also when nothing is there."),
    (.failed, "Failed or only partly done; standard error says why."),
    (.nothingMatched, "An acting command matched no message."),
    (.timedOut, "ask: nobody answered in time."),
    (.wrongUsage, "Wrong usage."),
  ]
}
