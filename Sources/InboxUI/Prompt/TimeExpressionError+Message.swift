public import Foundation
public import InboxCore

extension TimeExpressionError {
  /// Words what is wrong and what could stand there, the same on screen and command line.
  ///
  /// - Parameter zone: The time zone in which a moment that is over is shown.
  /// - Returns: A clause without a capital or a full stop.
  public func message(in zone: TimeZone) -> String {
    let wrong = kind.words(in: zone)
    if let nearest { return wrong + NearestName.hint(nearest.printable()) }
    return expected.isEmpty ? wrong : wrong + "; expected " + expected.alternatives
  }

}

extension TimeExpressionError.Kind {
  /// What is wrong, without what could stand there.
  func words(in zone: TimeZone) -> String {
    switch self {
    case .missing: "no time is given"
    case .unknownWord(let word): "'\(word.printable())' is no time"
    case .unknownUnit(let word): "'\(word.printable())' is no unit of time"
    case .missingUnit(let number): "'\(number.printable())' has no unit"
    case .missingSign(let text): "'\(text.printable())' does not say which way"
    case .noSuchDay(let text): "there is no day '\(text.printable())'"
    case .noSuchTime(let text): "no clock shows '\(text.printable())'"
    case .misplaced(let word): "'\(word.printable())' does not fit what comes before it"
    case .noDuration(let text): "'\(text.printable())' is no duration"
    case .emptyDuration(let text):
      "'\(text.printable())' is no time at all, and a duration has to be longer than nothing"
    case .past(let date): "\(AbsoluteTime.text(date, in: zone)) has passed"
    case .tooFar: "that is too far away"
    case .longDuration(let text, let days):
      "'\(text.printable())' is too long: a duration may have \(days) days, ten years"
    }
  }
}
