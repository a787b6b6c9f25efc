import Foundation

/// A parser of the text of a filter: terms, brackets and `OR`.
///
/// The result is in disjunctive form: a list of clauses of which any must match. A clause is a
/// list of parts that all must match: its own terms, and those of one alternative of each bracket.
struct FilterParser {
  typealias Clause = [[MessageFilter.Term]]

  /// Limits on clauses and on nested brackets, above which SQLite rejects the condition.
  static let (mostClauses, deepest) = (32, 20)

  private var tokenizer: FilterTokenizer
  private let terms: FilterTermParser
  private var termCount = 0
  private var depth = 0

  init(_ text: String, by terms: FilterTermParser) {
    tokenizer = FilterTokenizer(text)
    self.terms = terms
  }

  /// Parses clauses up to the end of the text, or of the bracket opened at a column.
  ///
  /// - Returns: The clauses; one without terms for an empty text.
  mutating func clauses(behind opening: Int? = nil) throws(FilterError) -> [Clause] {
    var done: [Clause] = []
    var present: [Clause] = [[[]]]
    var (isEmpty, alternative) = (true, Int?.none)
    while let piece = try tokenizer.next() {
      switch piece {
      case .term(let token):
        let term = try self.term(token)
        for index in present.indices { present[index][0].append(term) }
        isEmpty = false
      case .open(let isNegated, let column):
        let inner = try bracket(at: column)
        for group in isNegated ? inner.map(Self.negated) : [inner] {
          present = try Self.combined(present, with: group, at: column)
        }
        isEmpty = false
      case .or(let column):
        guard !isEmpty else { throw FilterError(column: column, kind: .missingAlternative) }
        done += present
        (present, isEmpty, alternative) = ([[[]]], true, column)
      case .close(let column):
        guard !isEmpty else {
          throw FilterError(
            column: column, kind: alternative == nil ? .emptyBrackets : .missingAlternative)
        }
        return try Self.limited(done + present, at: column)
      }
    }
    if let opening { throw FilterError(column: opening, kind: .openBracket, expected: [")"]) }
    if isEmpty, let alternative {
      throw FilterError(column: alternative, kind: .missingAlternative)
    }
    return try Self.limited(done + present, at: alternative ?? 1)
  }

  private mutating func bracket(at column: Int) throws(FilterError) -> [Clause] {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.deepest else { throw FilterError(column: column, kind: .tooDeep) }
    return try clauses(behind: column)
  }

  private mutating func term(_ token: FilterToken) throws(FilterError) -> MessageFilter.Term {
    guard termCount < MessageFilter.maximumTermCount else {
      throw FilterError(
        column: token.column, kind: .tooManyTerms(limit: MessageFilter.maximumTermCount))
    }
    termCount += 1
    return .init(try terms.condition(of: token), isNegated: token.isNegated)
  }

  /// The product of clauses and a bracket's alternatives.
  private static func combined(
    _ clauses: [Clause], with group: [Clause], at column: Int
  ) throws(FilterError) -> [Clause] {
    try limited(
      clauses.flatMap { clause in group.map { clause + $0.filter { !$0.isEmpty } } }, at: column)
  }

  private static func limited(
    _ clauses: [Clause], at column: Int
  ) throws(FilterError) -> [Clause] {
    guard clauses.count <= mostClauses,
      clauses.joined().joined().count <= 4 * MessageFilter.maximumTermCount
    else { throw FilterError(column: column, kind: .tooManyAlternatives(limit: mostClauses)) }
    return clauses
  }

  /// The negation of a clause: any of its parts fails.
  private static func negated(_ clause: Clause) -> [Clause] {
    // Of terms with the same key each must fail.
    clause.flatMap { $0.groups.map { [$0.map(\.opposite)] } }
  }
}

extension MessageFilter {
  /// Creates the filter of a clause.
  ///
  /// Terms of one part widen, those of different parts narrow. A key that no earlier part has used
  /// joins the filter's own terms, so that a status within brackets replaces the default ones,
  /// too.
  init(clause: FilterParser.Clause) {
    self.init(clause.first ?? [])
    for part in clause.dropFirst() {
      let named = Set(terms.compactMap(\.key))
      let narrowing = part.filter { $0.key.map(named.contains) == true }
      terms += part.filter { !narrowing.contains($0) }
      if !narrowing.isEmpty { self = within(MessageFilter(narrowing)) }
    }
  }
}
