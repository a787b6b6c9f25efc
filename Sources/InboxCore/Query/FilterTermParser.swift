import InboxText
import Foundation

/// A parser of a filter's tokens into conditions.
struct FilterTermParser {
  let now: Date
  let timeZone: () -> TimeZone

  func condition(of token: FilterToken) throws(FilterError) -> MessageFilter.Condition {
    switch token.shape {
    case .word(let text): return .word(text)
    case .phrase(let text): return .phrase(text)
    case .pair(let key, let comparison, let value):
      let pair = Pair(token: token, key: key.lowercased(), comparison: comparison, value: value)
      return try condition(of: pair)
    }
  }

  private struct Pair {
    var token: FilterToken
    var key: String
    var comparison: String
    var value: String

    /// The comparison of a value; a colon means equality.
    var relation: MessageFilter.Comparison? {
      MessageFilter.Comparison(rawValue: comparison == ":" ? "=" : comparison)
    }
  }

  private func condition(of pair: Pair) throws(FilterError) -> MessageFilter.Condition {
    if FilterWord.isPath(pair.key) { return try custom(pair) }
    let words = FilterWord.named.filter { $0.key == pair.key }
    guard let first = words.first else { throw unknownWord(pair) }
    try checkComparison(pair, of: first)
    guard !pair.value.isEmpty else {
      let expected = first.argument.map { [$0] } ?? words.map(\.name)
      throw FilterError(
        column: pair.token.valueColumn, kind: .missingValue(word: pair.key), expected: expected)
    }
    switch first.meaning {
    case .condition, .custom, .unnamed: return try fixed(pair, among: words)
    case .source: return .source(try pattern(pair).text)
    case .category: return .category(pair.value)
    case .thread: return .thread(pair.value)
    case .tag: return .tag(pair.value)
    case .machine: return .machine(pair.value)
    case .priority: return try priority(pair)
    case .occurrences: return try occurrences(pair)
    case .part: return .part(try part(pair))
    case .url: return .url(try part(pair))
    case .id: return .id(pair.value)
    case .title: return .title(pair.value)
    case .before: return .before(try moment(pair))
    case .after: return .after(try moment(pair))
    case .age: return try age(pair)
    }
  }

  private func checkComparison(_ pair: Pair, of word: FilterWord) throws(FilterError) {
    let expected =
      switch word.meaning {
      case .priority, .occurrences: [String]()
      case .age: pair.relation == .equal ? [">", "<"] : []
      default: pair.comparison == ":" ? [] : [":"]
      }
    guard !expected.isEmpty else { return }
    throw FilterError(
      column: pair.token.comparisonColumn,
      kind: .badComparison(word: pair.key, comparison: pair.comparison), expected: expected)
  }

  /// `is:` and its value.
  private func fixed(
    _ pair: Pair, among words: [FilterWord]
  ) throws(FilterError) -> MessageFilter.Condition {
    let name = pair.key + ":" + pair.value.lowercased()
    for word in words where word.name == name {
      if case .condition(let condition) = word.meaning { return condition }
    }
    throw badValue(pair, expected: words.map { String($0.name.dropFirst(pair.key.count + 1)) })
  }

  private func pattern(_ pair: Pair) throws(FilterError) -> SourcePattern {
    guard let pattern = SourcePattern(parsing: pair.value) else {
      throw badValue(pair, expected: SourcePattern.forms)
    }
    return pattern
  }

  private func priority(_ pair: Pair) throws(FilterError) -> MessageFilter.Condition {
    guard let comparison = pair.relation, let priority = Priority(parsing: pair.value) else {
      throw badValue(pair, expected: Priority.allCases.map(\.name) + ["1", "2", "3", "4", "5"])
    }
    return .priority(comparison, priority)
  }

  private func occurrences(_ pair: Pair) throws(FilterError) -> MessageFilter.Condition {
    guard let comparison = pair.relation, let count = Int32(pair.value) else {
      throw badValue(pair, expected: ["a whole number"])
    }
    return .occurrences(comparison, Int(count))
  }

  /// A value of the sender's data, under the names of a path.
  private func custom(_ pair: Pair) throws(FilterError) -> MessageFilter.Condition {
    guard case .pair(let key, _, let value) = pair.token.shape, let comparison = pair.relation
    else { throw badValue(pair, expected: []) }
    let path = key.dropFirst(FilterWord.customPrefix.count)
      .split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard !path.contains("") else {
      throw FilterError(
        column: pair.token.column, kind: .unknownWord(key),
        expected: ["custom.severity:VALUE", "custom.cpu>90"])
    }
    guard !value.isEmpty else {
      throw FilterError(
        column: pair.token.valueColumn, kind: .missingValue(word: key), expected: ["VALUE"])
    }
    guard comparison == .equal || Double(value) != nil else {
      throw badValue(pair, expected: ["a number"])
    }
    return .custom(path, comparison, value)
  }

  /// A pattern; a regular expression must be valid.
  private func part(_ pair: Pair) throws(FilterError) -> String {
    guard let problem = TextPattern.problem(of: pair.value) else { return pair.value }
    throw FilterError(
      column: pair.token.column(ofValueAt: problem.offset), kind: .badExpression(problem.message))
  }

  private func moment(_ pair: Pair) throws(FilterError) -> TimeBoundary {
    do {
      return try TimeExpressionReader(now: now, timeZone: timeZone()).boundary(pair.value)
    } catch {
      let (token, offset) = (pair.token, error.column - 1)
      throw FilterError(
        column: offset > 0 ? token.column(ofValueAt: offset) : token.valueColumn,
        kind: .badMoment(word: pair.key, error.kind),
        expected: error.expected == TimeExpressionError.examples ? Self.moments : error.expected,
        nearest: error.nearest)
    }
  }

  /// An age as the time that long ago, which lies between older and younger messages.
  private func age(_ pair: Pair) throws(FilterError) -> MessageFilter.Condition {
    let reader = TimeExpressionReader(now: now, timeZone: timeZone())
    guard pair.value.first?.isNumber == true,
      let boundary = try? reader.boundary("-" + pair.value)
    else { throw badValue(pair, expected: Self.ages) }
    return pair.relation == .more || pair.relation == .atLeast
      ? .before(boundary) : .after(boundary)
  }

  private static let ages = ["30m", "2h", "1d12h", "1w"]

  /// Examples of times in filters, mostly in the past.
  private static let moments = [
    "today", "yesterday", "monday", "-2d", "-3h", "2026-01-31", "2026-01-31T10:00",
  ]

  private func unknownWord(_ pair: Pair) -> FilterError {
    FilterError(
      column: pair.token.column, kind: .unknownWord(pair.key),
      expected: FilterWord.keys.map { $0 == FilterWord.customPrefix ? $0 + "NAME" : $0 },
      nearest: NearestName.nearest(to: pair.key, in: FilterWord.keys))
  }

  private func badValue(_ pair: Pair, expected: [String]) -> FilterError {
    FilterError(
      column: pair.token.valueColumn, kind: .badValue(word: pair.key, value: pair.value),
      expected: expected,
      nearest: NearestName.nearest(
        to: pair.value, in: expected.filter { $0.first?.isLowercase == true }))
  }
}
