/// The last lines of what passes by, from several streams, in the order in which they end.
struct LastLines {
  /// Most lines that are kept.
  let limit: Int
  private var kept: [[UInt8]] = []
  /// Lines that have not ended, by stream.
  private var open: [Int: [UInt8]] = [:]

  /// What is kept of a line, in bytes.
  static let lineLength = 4_000

  /// Keeps so many lines.
  init(limit: Int) {
    self.limit = limit
  }

  /// Takes what a stream brings, which may end anywhere.
  mutating func take(_ bytes: some Collection<UInt8>, from stream: Int) {
    guard limit > 0 else { return }
    var pieces = bytes.split(separator: 10, omittingEmptySubsequences: false)[...]
    while let piece = pieces.popFirst() {
      var line = open.removeValue(forKey: stream) ?? []
      line += piece.prefix(max(0, Self.lineLength - line.count))
      if pieces.isEmpty {
        if !line.isEmpty { open[stream] = line }
      } else {
        keep(line)
      }
    }
  }

  private mutating func keep(_ line: [UInt8]) {
    kept.append(line)
    // Cut now and then, so that a line costs no shifting of all others.
    if kept.count >= 2 * limit { kept.removeFirst(kept.count - limit) }
  }

  /// The lines as text: without colours, and of a line that was written over only the last state.
  var text: String {
    let unfinished = open.sorted { $0.key < $1.key }.map(\.value)
    let lines = (kept + unfinished).suffix(limit).map { line in
      PlainText.text(of: String(decoding: line, as: UTF8.self))
    }
    return lines.joined(separator: "\n")
  }
}
