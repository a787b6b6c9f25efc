import ArgumentParser
import BellboardSupport
import InboxText

/// The operation mode of sendmail, by its option `-b`.
struct SendMailMode: Reportable, Hashable {
  /// The value of `-b`, a letter.
  let name: String

  /// Options that take a value, in the same word or in the next one.
  private static let withValues: Set<Character> = [
    "B", "C", "F", "f", "h", "L", "N", "O", "o", "R", "r", "V", "X",
  ]
  /// Options that take a value only in the same word.
  private static let withOwnValues: Set<Character> = ["A", "d", "e", "M", "p", "q"]

  /// Finds the mode in the arguments of a command line; nil if none is given.
  init?(_ words: [String]) {
    var rest = words[...]
    while let word = rest.popFirst(), word != "--" {
      guard word.hasPrefix("-"), !word.hasPrefix("--") else { continue }
      var letters = word.dropFirst()
      while let letter = letters.popFirst() {
        if letter == "b" {
          name = letters.isEmpty ? rest.first ?? "" : String(letters)
          return
        }
        if Self.withValues.contains(letter), letters.isEmpty { rest = rest.dropFirst() }
        if Self.withValues.union(Self.withOwnValues).contains(letter) { break }
      }
    }
    return nil
  }

  /// Whether the mode reads a mail from standard input.
  var takesMail: Bool { name == "m" }

  var report: String {
    let purpose = name == "s" ? ", a dialogue of SMTP," : ""
    return
      "-b\(name.printable())\(purpose) is not supported; this sendmail reads one mail from "
      + "standard input, as with -t, -i or -bm"
  }

  var exitCode: ExitCode { .wrongUsage }
}
