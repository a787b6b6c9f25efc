extension RecordScanner {
  /// Where reading may go on behind a record that is no JSON.
  ///
  /// That is where its brackets close; in an array also at the comma behind it. A line that
  /// begins with an object ends it early: its own brackets were cut off. A string never goes
  /// beyond its line. When nothing closes, the line is the record.
  mutating func endOfBadRecord(from start: Int) -> Int {
    guard seeksEnds || isInArray else { return endOfLine(from: start) }
    var depth = 0
    var isInString = false
    var index = start
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\n"):
        isInString = false
        if beginsObject(after: index, depth: depth) { return index }
      case UInt8(ascii: "\\") where isInString:
        if index + 1 < bytes.count, bytes[index + 1] != UInt8(ascii: "\n") { index += 1 }
      case UInt8(ascii: "\""): isInString.toggle()
      case _ where isInString: break
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: ","), UInt8(ascii: "]"):
        if isInArray, depth == 0 { return index }
        if bytes[index] == UInt8(ascii: "]"), closes(&depth) { return index + 1 }
      case UInt8(ascii: "}"):
        if closes(&depth) { return index + 1 }
      default: break
      }
      index += 1
    }
    seeksEnds = false
    return isInArray ? bytes.count : endOfLine(from: start)
  }

  /// Where the line ends, its line feed not counted.
  func endOfLine(from start: Int) -> Int {
    bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
  }

  private func closes(_ depth: inout Int) -> Bool {
    depth = max(0, depth - 1)
    return depth == 0 && !isInArray
  }

  private func beginsObject(after newline: Int, depth: Int) -> Bool {
    let next = bytes[(newline + 1)...].prefix { $0 == 0x20 || $0 == 0x09 }.endIndex
    guard next < bytes.count, bytes[next] == UInt8(ascii: "{") else { return false }
    return depth <= 1 || next == newline + 1
  }
}
