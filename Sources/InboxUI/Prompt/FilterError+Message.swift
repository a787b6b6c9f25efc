import InboxText
import Foundation
public import InboxCore

extension FilterError {
  /// Words what is wrong and what could stand there, the same on screen and command line.
  ///
  /// A clause without a capital or a full stop.
  public var message: String {
    if let nearest { return wrong + NearestName.hint(nearest.printable()) }
    return expected.isEmpty ? wrong : wrong + "; expected " + possible.alternatives
  }

  private var possible: [String] {
    guard case .unknownWord = kind else { return expected }
    return expected + ["text in quotes"]
  }

  private var wrong: String {
    switch kind {
    case .unknownWord(let word): "'\(word.printable())' is no filter word"
    case .badValue(let word, let value):
      "'\(word.printable())' does not take '\(value.printable())'"
    case .badMoment(let word, let kind):
      "'\(word.printable())' takes a time, and \(kind.words(in: .gmt))"
    case .missingValue(let word): "'\(word.printable())' has no value"
    case .badComparison(let word, let comparison):
      "'\(word.printable())' does not take '\(comparison.printable())'"
    case .missingTerm: "nothing follows the '-'"
    case .openQuote: "the quote has no end"
    case .emptyQuote: "there is nothing between the quotes"
    case .textAfterQuote: "a blank is missing after the quote"
    }
  }
}
