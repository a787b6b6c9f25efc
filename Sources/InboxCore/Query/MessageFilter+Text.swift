import InboxText
import Foundation

extension MessageFilter {
  /// The filter in filter words, which read back as the same filter.
  ///
  /// Moments are exact to the millisecond, relative ones to the second.
  public var text: String {
    terms.map { ($0.isNegated ? "-" : "") + $0.condition.text }.joined(separator: " ")
  }
}

extension MessageFilter.Condition {
  fileprivate var text: String {
    switch self {
    case .status(let status): "is:" + status.name
    case .pinned: "is:pinned"
    case .asking: "is:asking"
    case .phase(let phase): "is:" + phase.rawValue
    case .source(let path): "source:" + Self.value(path)
    case .category(let name): "category:" + Self.value(name)
    case .thread(let name): "thread:" + Self.value(name)
    case .tag(let name): "tag:" + Self.value(name)
    case .priority(let comparison, let level): "priority" + comparison.rawValue + level.name
    case .before(let moment): "before:" + moment.text
    case .after(let moment): "after:" + moment.text
    case .word(let text): FilterTokenizer.isBare(text) ? text : Self.quoted(text) + "*"
    case .phrase(let text): Self.quoted(text)
    }
  }

  private static func value(_ text: String) -> String {
    let needsQuotes = text.isEmpty || text.first == "\"" || text.contains(where: \.isWhitespace)
    return needsQuotes ? quoted(text) : text
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for character in text {
      if character == "\"" || character == "\\" { result += "\\" }
      result.append(character)
    }
    return result + "\""
  }
}

extension TimeBoundary {
  fileprivate var text: String {
    switch self {
    case .at(let date): return RFC3339.string(from: date)
    case .relative(let seconds):
      let count = abs(seconds.rounded())
      let unit =
        TimeUnit.all.first { count.truncatingRemainder(dividingBy: $0.seconds) == 0 }
      let (letter, size) = unit.map { ($0.letter, $0.seconds) } ?? ("s", 1)
      return (seconds < 0 ? "-" : "+") + String(Int(count / size)) + letter
    }
  }
}
