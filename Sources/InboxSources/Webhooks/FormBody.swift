import InboxText

/// The body of a webhook as a document: JSON, or the fields of a form.
enum FormBody {
  /// The document of a request; a form becomes an object of texts.
  ///
  /// - Throws: ``HTTPProblem``.
  static func document(of call: HTTPCall) throws(HTTPProblem) -> JSONValue {
    let type = call.headers["content-type"] ?? ""
    let first = call.body.first { !JSONReader.isSpace($0) }
    // `curl -d` calls everything a form.
    let isJSON = first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    if !isJSON, type.lowercased().hasPrefix("application/x-www-form-urlencoded") {
      return try urlEncoded(call.body)
    }
    if type.lowercased().hasPrefix("multipart/form-data"), let boundary = boundary(in: type) {
      return try multipart(call.body, boundary)
    }
    var reader = JSONReader(call.body, maximumDepth: 64)
    guard let document = try? reader.readWhole() else { throw .badJSON }
    return document
  }

  private static func urlEncoded(_ bytes: [UInt8]) throws(HTTPProblem) -> JSONValue {
    guard let text = String(validating: bytes, as: UTF8.self) else { throw .notUTF8 }
    guard text.isEmpty || text.contains("=") else {
      throw .badJSON.because("it is not JSON, and no form either")
    }
    var fields: [String: JSONValue] = [:]
    for pair in text.split(separator: "&") {
      let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = HTTPCall.decoded(halves[0], plusIsBlank: true),
        let value = halves.count > 1 ? HTTPCall.decoded(halves[1], plusIsBlank: true) : ""
      else { throw .notUTF8 }
      fields[name] = .string(value)
    }
    // Some senders put a whole document into one field.
    if case .string(let json)? = fields["payload"], let value = try? JSONValue(json: json) {
      return value
    }
    return .object(fields)
  }

  private static func boundary(in type: String) -> String? {
    guard let start = type.firstRange(of: "boundary=") else { return nil }
    let value = type[start.upperBound...].prefix { $0 != ";" }
    let plain = value.filter { $0 != "\"" }
    return plain.isEmpty ? nil : plain
  }

  private static func multipart(
    _ bytes: [UInt8], _ boundary: String
  ) throws(HTTPProblem) -> JSONValue {
    guard let text = String(validating: bytes, as: UTF8.self) else { throw .notUTF8 }
    var fields: [String: JSONValue] = [:]
    // A carriage return and a line feed are one character here.
    for part in text.split(separator: "--" + boundary) {
      guard let blank = part.firstRange(of: "\r\n\r\n") else { continue }
      guard let name = name(in: part[..<blank.lowerBound]) else { continue }
      var value = part[blank.upperBound...]
      if value.hasSuffix("\r\n") { value = value.dropLast() }
      fields[name] = .string(String(value))
    }
    return .object(fields)
  }

  private static func name(in head: Substring) -> String? {
    guard let start = head.firstRange(of: " name=\"") else { return nil }
    let name = head[start.upperBound...].prefix { $0 != "\"" }
    return name.isEmpty ? nil : String(name)
  }
}
