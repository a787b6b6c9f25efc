import InboxText
package import Foundation
package import InboxUI

/// A screen or text that was looked at once and kept in a file: `Goldens/NAME.txt` beside the test.
///
/// With `BELLBOARD_RECORD=1` in the environment a check writes the file, and fails all the same,
/// so that nobody records by accident.
package struct Golden {
  private let url: URL
  private let isRecording: Bool

  /// Names a golden.
  package init(
    _ name: String, in folder: URL? = nil, isRecording: Bool? = nil, test: String = #filePath
  ) {
    self.url = (folder ?? Self.folder(of: test)).appending(path: name + ".txt")
    let environment = ProcessInfo.processInfo.environment
    self.isRecording = isRecording ?? (environment["BELLBOARD_RECORD"] == "1")
  }

  /// Compares a frame with the file.
  package func check(_ frame: Frame, as text: String? = nil) throws {
    let isWhole = frame.lines.count == frame.size.rows
    guard isWhole, frame.lines.allSatisfy({ $0.columns <= frame.size.columns }),
      frame.lines.flatMap(\.spans).allSatisfy({ $0.text.columns == $0.columns })
    else { throw GoldenError.misshapen(url.path) }
    try check(text: text ?? frame.golden)
  }

  /// Compares a text with the file.
  package func check(text: String) throws {
    if isRecording {
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: url, options: .atomic)
      throw GoldenError.recorded(url.path)
    }
    guard let data = try? Data(contentsOf: url) else { throw GoldenError.missing(url.path) }
    let kept = String(decoding: data, as: UTF8.self)
    guard kept != text else { return }
    throw GoldenError.different(url.path, lines: Self.difference(kept, text))
  }

  private static func folder(of test: String) -> URL {
    let file = URL(filePath: test)
    let components = file.pathComponents
    let depth = components.lastIndex(of: "Tests").map { components.count - $0 - 2 } ?? 1
    return (0..<depth).reduce(file) { url, _ in url.deletingLastPathComponent() }
      .appending(path: "Goldens")
  }

  private static func difference(_ kept: String, _ now: String) -> [String] {
    let old = kept.split(separator: "\n")
    let new = now.split(separator: "\n")
    return (0..<max(old.count, new.count)).flatMap { index -> [String] in
      let before = old.indices.contains(index) ? String(old[index]) : nil
      let after = new.indices.contains(index) ? String(new[index]) : nil
      guard before != after else { return [] }
      return [before.map { "- \($0)" }, after.map { "+ \($0)" }].compactMap(\.self)
    }
  }
}

/// Why a golden did not hold.
package enum GoldenError: Error, Hashable, CustomStringConvertible {
  /// Nobody recorded it yet.
  case missing(String)
  /// It was written just now and wants to be looked at.
  case recorded(String)
  /// The frame has not the rows and columns of its size, so there is nothing to compare.
  case misshapen(String)
  /// The screen looks different now.
  case different(String, lines: [String])

  /// The problem as a test run prints it, with the lines that differ.
  package var description: String {
    switch self {
    case .missing(let path): "no golden at \(path); BELLBOARD_RECORD=1 writes it"
    case .recorded(let path): "recorded \(path); look at it, then run again"
    case .misshapen(let path): "the frame for \(path) does not have the size it names"
    case .different(let path, let lines):
      "it differs from \(path)\n" + lines.joined(separator: "\n")
    }
  }
}
