import ArgumentParser
import BellboardSupport
import InboxText

/// The mode of a sendmail, which its option `-b` names: what it is to do.
struct SendMailMode: Error, Hashable {
  /// The letter behind `-b`, or what else stands there.
  let name: String

  /// Options that take a value, in the same word or in the next one.
  private static let withValues: Set<Character> = [
    "B", "C", "F", "f", "h", "L", "N", "O", "o", "R", "r", "V", "X",
  ]
  /// Options that take a value in the same word alone.
  private static let withOwnValues: Set<Character> = ["A", "d", "e", "M", "p", "q"]

  /// The mode that the words of a command line ask for; nil when they name none.
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

  /// Whether a mail is read from standard input in it.
  var takesMail: Bool { name == "m" }
}

extension SendMailMode: Reportable {
  var report: String {
    let purpose = name == "s" ? ", a dialogue of SMTP," : ""
    return
      "-b\(name.printable())\(purpose) is no mode of this sendmail; it takes one mail on standard "
      + "input, as with -t, -i or -bm"
  }

  var exitCode: ExitCode { .wrongUsage }
}
