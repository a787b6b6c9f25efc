import InboxText

/// The body of a webhook request: a document, with a note on uploaded files.
struct WebhookBody: Sendable, Hashable {
  /// The document; a form becomes an object of texts.
  var document: JSONValue
  /// The note about uploaded files, whose content is discarded; nil if there are none.
  private(set) var fileNote: String?

  /// Form fields that contain a complete document: Slack's, Uptime Kuma's, Discord's.
  private static let documentFields = ["payload", "data", "payload_json", "json"]

  /// Parses the body of a request.
  ///
  /// - Throws: ``HTTPProblem``, also for an unknown type or coding.
  init(_ call: HTTPCall) throws(HTTPProblem) {
    if let coding = call.headers["content-encoding"], coding.lowercased() != "identity" {
      throw .unknownType.because("the Content-Encoding \(coding.printable()) is not known")
    }
    let header = call.headers["content-type"] ?? ""
    let type = HTTPCall.trimmed(String(header.prefix { $0 != ";" })).lowercased()
    if let boundary = MultipartBody.boundary(in: header) {
      (document, fileNote) = try Self.multipart(MultipartBody(call.body, boundary: boundary))
      return
    }
    let first = call.body.first { !JSONReader.isSpace($0) }
    // `curl -d` labels everything as a form.
    let isJSON = first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    if !isJSON, type == "application/x-www-form-urlencoded" {
      document = Self.document(of: try Self.urlEncoded(call.body))
      return
    }
    var reader = JSONReader(call.body, maximumDepth: 64)
    guard let document = try? reader.readWhole() else {
      let isText = ["", "text/plain"].contains(type) || type.hasSuffix("json")
      guard !isText, !isJSON, type != "application/x-www-form-urlencoded" else { throw .badJSON }
      throw .unknownType.because("it is \(type.printable())")
    }
    self.document = document
  }

  private static func urlEncoded(
    _ bytes: [UInt8]
  ) throws(HTTPProblem) -> [(name: String, value: String)] {
    guard let text = String(validating: bytes, as: UTF8.self) else { throw .notUTF8 }
    guard text.isEmpty || text.contains("=") else {
      throw .badJSON.because("it is not JSON, and no form either")
    }
    return try HTTPCall.fields(of: text)
  }

  private static func multipart(
    _ form: MultipartBody
  ) throws(HTTPProblem) -> (document: JSONValue, fileNote: String?) {
    var fields: [(name: String, value: String)] = []
    var notes: [String] = []
    for part in form.parts {
      // A document may be uploaded as a file: `curl -F data=@event.json`.
      if let name = part.fileName, !documentFields.contains(part.name) {
        let size = ByteSize.text(Int64(part.bytes.count))
        let file = name.isEmpty ? part.name : name
        notes.append("\(file) (\(size)) came with it and was not kept.")
        continue
      }
      guard let text = String(validating: part.bytes, as: UTF8.self) else { throw .notUTF8 }
      fields.append((StreamSafe.text(part.name), StreamSafe.text(text)))
    }
    return (document(of: fields), notes.isEmpty ? nil : notes.joined(separator: "\n"))
  }

  /// The object of form fields; a repeated name has a list.
  private static func document(of fields: [(name: String, value: String)]) -> JSONValue {
    var values: [String: [JSONValue]] = [:]
    for (name, text) in fields { values[name, default: []].append(.string(text)) }
    var object = values.mapValues { $0.count == 1 ? $0[0] : .array($0) }
    for name in documentFields {
      guard case .string(let json)? = object[name],
        let value = try? JSONValue(json: json, maximumDepth: 64)
      else { continue }
      guard case .object(let document) = value else {
        if case .array = value, object.count == 1 { return value }
        continue
      }
      // The other fields are kept.
      object[name] = nil
      return .object(document.merging(object) { first, _ in first })
    }
    return .object(object)
  }
}
