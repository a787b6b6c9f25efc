import Foundation
import InboxCore
import InboxText

/// The texts to highlight, of the filter and the search of a list.
struct SearchedTexts: Sendable, Hashable {
  /// Texts that match at the start of words.
  var texts: [String] = []
  /// Patterns that match anywhere in a word.
  var patterns: [TextPattern] = []

  var isEmpty: Bool { texts.isEmpty && patterns.isEmpty }

  /// The bytes of the matches in a line, in order and without overlaps.
  func matches(in line: String) -> [Range<Int>] {
    guard !isEmpty else { return [] }
    let ranges = texts.flatMap { TextSearch.ranges(of: $0, in: line) }
    let found = ranges + patterns.flatMap { $0.ranges(in: line).map(line.byteRange) }
    var end = 0
    return found.sorted { $0.lowerBound < $1.lowerBound }.filter { range in
      guard range.lowerBound >= end else { return false }
      end = range.upperBound
      return true
    }
  }
}

extension ListState {
  /// The texts to highlight in rows, preview and reader.
  var searchedTexts: SearchedTexts {
    SearchedTexts(
      texts: query.filter.searchTexts,
      patterns: query.filter.searchPatterns + (search?.filter.searchPatterns ?? []))
  }
}

/// Finds texts in a line.
enum TextSearch {
  /// The bytes of a text at the start of words.
  fileprivate static func ranges(of text: String, in line: String) -> [Range<Int>] {
    guard !text.isEmpty else { return [] }
    guard text.isASCII, line.isASCII else {
      return occurrences(of: text, in: line).filter { !isInWord($0.lowerBound, of: line) }
        .map(line.byteRange)
    }
    let wanted = Array(text.utf8)
    var line = line
    let starts = line.withUTF8 { bytes in
      bytes.indices.dropLast(wanted.count - 1).filter { start in
        folded(bytes[start]) == folded(wanted[0])
          && (start == 0 || !isWord(bytes[start - 1]) || !isWord(wanted[0]))
          && wanted.indices.allSatisfy { folded(bytes[start + $0]) == folded(wanted[$0]) }
      }
    }
    return starts.map { $0..<($0 + wanted.count) }
  }

  /// Where a text is in a line, in any case and with any accents, without overlaps.
  static func occurrences(of text: String, in line: String) -> [Range<String.Index>] {
    var ranges: [Range<String.Index>] = []
    var rest = line.startIndex..<line.endIndex
    let options: String.CompareOptions = [.caseInsensitive, .diacriticInsensitive]
    while let found = line.range(of: text, options: options, range: rest), !found.isEmpty {
      ranges.append(found)
      rest = found.upperBound..<line.endIndex
    }
    return ranges
  }

  private static func isInWord(_ index: String.Index, of line: String) -> Bool {
    guard index > line.startIndex, index < line.endIndex else { return false }
    let before = line[line.index(before: index)]
    return (before.isLetter || before.isNumber) && (line[index].isLetter || line[index].isNumber)
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    0x30...0x39 ~= byte || 0x61...0x7A ~= folded(byte)
  }

  private static func folded(_ byte: UInt8) -> UInt8 {
    0x41...0x5A ~= byte ? byte | 0x20 : byte
  }
}

extension String {
  /// A range as bytes of the text.
  func byteRange(_ range: Range<Index>) -> Range<Int> {
    let start = utf8.distance(from: startIndex, to: range.lowerBound)
    return start..<(start + utf8[range].count)
  }
}
