import Foundation
import InboxText

/// A pattern that matches anywhere in a text.
///
/// Case matters when the pattern has a capital, accents never; after `re:` it is a regular
/// expression.
package struct TextPattern: Sendable, Hashable {
  private let matcher: Matcher

  private enum Matcher: Sendable, Hashable {
    case literal([UInt8], keepsCase: Bool)
    case expression(RegularExpression)
  }

  /// The prefix of a regular expression.
  package static let expressionPrefix = "re:"

  /// Parses a typed pattern; an invalid regular expression is searched for as text.
  package init(_ text: String) {
    if text.hasPrefix(Self.expressionPrefix),
      let expression = try? RegularExpression(String(text.dropFirst(3)))
    {
      matcher = .expression(expression)
      return
    }
    let keepsCase = text.contains(where: \.isUppercase)
    matcher = .literal(TextFolding.bytes(of: text, keepsCase: keepsCase), keepsCase: keepsCase)
  }

  /// The syntax error of a text with the prefix of a regular expression, with its
  /// offset in the whole text; nil for none.
  package static func problem(of text: String) -> RegularExpression.SyntaxError? {
    guard text.hasPrefix(expressionPrefix) else { return nil }
    do throws(RegularExpression.SyntaxError) {
      _ = try RegularExpression(String(text.dropFirst(expressionPrefix.count)))
      return nil
    } catch {
      return .init(message: error.message, offset: expressionPrefix.count + error.offset)
    }
  }

  /// Whether some part of the text matches; false for an empty pattern, and for an expression that
  /// exceeds its limits.
  package func matches(_ text: String) -> Bool {
    var text = text
    return text.withUTF8(matches) ?? false
  }

  /// Whether some part of a UTF-8 text matches; nil for an expression that exceeds its limit of
  /// steps.
  func matches(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool? {
    switch matcher {
    case .expression(let expression):
      return expression.matches(bytes)
    case .literal(let wanted, let keepsCase):
      if let isFound = Self.find(wanted, in: bytes, keepsCase: keepsCase) { return isFound }
      let folded = TextFolding.bytes(
        of: String(decoding: bytes, as: UTF8.self), keepsCase: keepsCase)
      return folded.withUnsafeBufferPointer {
        Self.find(wanted, in: $0, keepsCase: true, isFolded: true) ?? false
      }
    }
  }

  /// Whether bytes contain others; nil when the text must be folded first.
  private static func find(
    _ wanted: [UInt8], in bytes: UnsafeBufferPointer<UInt8>, keepsCase: Bool,
    isFolded: Bool = false
  ) -> Bool? {
    guard !wanted.isEmpty else { return false }
    // Loops without an early exit, so that the compiler vectorizes them.
    guard isFolded || bytes.reduce(0, |) < 0x80 else { return nil }
    guard !keepsCase else { return contains(wanted, in: bytes) }
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: bytes.count) { lowered in
      for index in bytes.indices {
        let byte = bytes[index]
        lowered[index] = byte &- 0x41 < 26 ? byte | 0x20 : byte
      }
      return contains(wanted, in: UnsafeBufferPointer(lowered))
    }
  }

  /// Whether bytes contain others, without folding.
  private static func contains(_ wanted: [UInt8], in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    wanted.withUnsafeBytes { wanted in
      guard let first = wanted.baseAddress, var start = bytes.baseAddress.map(UnsafeRawPointer.init)
      else { return false }
      let end = start + bytes.count
      while end - start >= wanted.count,
        let found = memchr(start, Int32(wanted[0]), end - start - wanted.count + 1)
      {
        if memcmp(found, first, wanted.count) == 0 { return true }
        start = UnsafeRawPointer(found) + 1
      }
      return false
    }
  }
}

extension TextPattern {
  /// The matches in a line, from left to right, without overlaps.
  package func ranges(in line: String) -> [Range<String.Index>] {
    switch matcher {
    case .expression(let expression): expression.matches(in: line)
    case .literal(let wanted, let keepsCase): Self.ranges(of: wanted, in: line, keepsCase)
    }
  }

  private static func ranges(
    of wanted: [UInt8], in line: String, _ keepsCase: Bool
  ) -> [Range<String.Index>] {
    guard !wanted.isEmpty else { return [] }
    // Offsets of each character's folded bytes.
    var bytes: [UInt8] = []
    var starts: [Int: String.Index] = [:]
    for index in line.indices {
      starts[bytes.count] = index
      for scalar in line[index].unicodeScalars {
        TextFolding.append(scalar, keepsCase: keepsCase, to: &bytes)
      }
    }
    starts[bytes.count] = line.endIndex
    var ranges: [Range<String.Index>] = []
    var start = 0
    while start + wanted.count <= bytes.count {
      if bytes[start..<start + wanted.count].elementsEqual(wanted), let lower = starts[start] {
        let end = (start + wanted.count...bytes.count).first { starts[$0] != nil }
        ranges.append(lower..<(end.flatMap { starts[$0] } ?? line.endIndex))
        start += wanted.count
      } else {
        start += 1
      }
    }
    return ranges
  }
}
