/// The last lines of what passes by, from several streams, in the order in which they end.
struct LastLines {
  /// Most lines that are kept.
  let limit: Int
  private var kept: [OpenLine] = []
  /// Lines that have not ended, by stream.
  private var open: [Int: OpenLine] = [:]

  /// Most bytes of all lines together, so that a notification has room for them.
  static let size = 128 * 1_024

  /// Keeps so many lines.
  init(limit: Int) {
    self.limit = limit
  }

  /// Takes what a stream brings, which may end anywhere.
  mutating func take(_ bytes: some Collection<UInt8>, from stream: Int) {
    guard limit > 0 else { return }
    var pieces = bytes.split(separator: 10, omittingEmptySubsequences: false)[...]
    while let piece = pieces.popFirst() {
      var line = open.removeValue(forKey: stream) ?? OpenLine()
      line.append(piece)
      if pieces.isEmpty {
        if !line.isEmpty { open[stream] = line }
      } else {
        keep(line)
      }
    }
  }

  private mutating func keep(_ line: OpenLine) {
    kept.append(line)
    // Cut now and then, so that a line costs no shifting of all others.
    if kept.count >= 2 * limit { kept.removeFirst(kept.count - limit) }
  }

  /// The lines as text: without colours, and of a line that was written over only the last state.
  ///
  /// When all of them are too long, the oldest are left out.
  var text: String {
    let unfinished = open.sorted { $0.key < $1.key }.map(\.value)
    var lines: [String] = []
    var size = 0
    for line in (kept + unfinished).suffix(limit).reversed() {
      let text = line.text
      size += text.utf8.count + 1
      guard size <= Self.size else { break }
      lines.append(text)
    }
    return lines.reversed().joined(separator: "\n")
  }
}
