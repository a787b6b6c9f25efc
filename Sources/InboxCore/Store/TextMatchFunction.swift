import GRDB
import GRDBSQLite

extension Database {
  /// Registers the SQL function `text_matches(PATTERN, TEXT, …)`: whether a ``TextPattern``
  /// matches in any of the texts.
  func addTextMatchFunction() {
    sqlite3_create_function_v2(
      sqliteConnection, "text_matches", -1, SQLITE_UTF8 | SQLITE_DETERMINISTIC, nil,
      { context, count, values in
        guard let values, count > 0 else { return }
        let pattern = CompiledPattern.of(values[0], in: context)
        for index in 1..<max(Int(count), 1) {
          guard sqlite3_value_type(values[index]) != SQLITE_NULL,
            let start = sqlite3_value_text(values[index])
          else { continue }
          let length = Int(sqlite3_value_bytes(values[index]))
          switch pattern.matches(UnsafeBufferPointer(start: start, count: length)) {
          case true?: return sqlite3_result_int(context, 1)
          case false?: continue
          // The limit of steps is exceeded: interrupt the whole query.
          case nil: return sqlite3_result_error_code(context, SQLITE_INTERRUPT)
          }
        }
        sqlite3_result_int(context, 0)
      }, nil, nil, nil)
  }
}

/// A compiled pattern that SQLite caches with a statement.
private final class CompiledPattern {
  let pattern: TextPattern

  init(_ text: String) {
    pattern = TextPattern(text)
  }

  /// The pattern of an argument, cached by SQLite or compiled now.
  static func of(_ value: OpaquePointer?, in context: OpaquePointer?) -> TextPattern {
    if let kept = sqlite3_get_auxdata(context, 0) {
      return Unmanaged<CompiledPattern>.fromOpaque(kept).takeUnretainedValue().pattern
    }
    let start = sqlite3_value_text(value)
    let bytes = UnsafeBufferPointer(start: start, count: Int(sqlite3_value_bytes(value)))
    let compiled = CompiledPattern(String(decoding: bytes, as: UTF8.self))
    sqlite3_set_auxdata(context, 0, Unmanaged.passRetained(compiled).toOpaque()) { kept in
      if let kept { Unmanaged<CompiledPattern>.fromOpaque(kept).release() }
    }
    return compiled.pattern
  }
}
