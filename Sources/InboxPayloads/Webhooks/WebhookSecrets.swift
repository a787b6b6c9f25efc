import InboxText

/// What proves a sender or grants access: it is stored nowhere.
enum WebhookSecrets {
  /// The document with dots where one of these secrets stands.
  static func masked(_ value: JSONValue, _ secrets: [String]) -> JSONValue {
    let secrets = secrets.filter { !$0.isEmpty }
    guard !secrets.isEmpty else { return value }
    return value.mappingTexts { text in
      secrets.reduce(text) { text, secret in
        text.utf8.count >= secret.utf8.count ? text.replacing(secret, with: "•••") : text
      }
    }
  }

  /// The document without the values whose names say that they are secret, also within a text of JSON;
  /// elements of a list become null.
  static func cleaned(
    _ value: JSONValue, isSecret: Bool = false, isAction: Bool = false
  ) -> JSONValue {
    switch value {
    case .string(let text) where !isSecret:
      let inner = text.first == "{" ? try? JSONValue(json: text, maximumDepth: 64) : nil
      guard let inner, case let clean = cleaned(inner), clean != inner else { return value }
      return .string(clean.json)
    case .string, .integer, .number, .decimal: return isSecret ? .null : value
    case .array(let values):
      // A header with its value.
      if values.count == 2, case .string(let name) = values[0], isSecretName(name) {
        return .array([values[0], .null])
      }
      return .array(values.map { cleaned($0, isSecret: isSecret, isAction: isAction) })
    case .object(var fields):
      let name = fields["name"] ?? fields["key"]
      var isSecret = isSecret
      // Of a header only the value is secret.
      if case .string(let name)? = name, fields["value"] != nil, isSecret || isSecretName(name) {
        fields["value"] = nil
        isSecret = false
      }
      for (name, value) in fields {
        // How many there are, as of `tokens`.
        if value.isLone, name.hasSuffix("s"), !name.hasSuffix("ss") { continue }
        let clean = cleaned(
          value, isSecret: isSecret || isSecretName(name) || isAction && name == "headers",
          isAction: isAction || ["actions", "potentialAction"].contains(name))
        fields[name] = clean == .null && value != .null ? nil : clean
      }
      return .object(fields)
    case .null, .bool: return value
    }
  }

  private static let lastWords: Set = [
    "apikey", "authorization", "bearer", "cookie", "cookies", "credential", "credentials", "jwt",
    "passphrase", "passwd", "password", "pwd", "secret", "secrets", "signature", "token", "tokens",
  ]
  /// The words before `key`, or `pass`, of a secret.
  private static let keyWords: Set = [
    "access", "api", "app", "auth", "encryption", "integration", "private", "routing", "secret",
    "service", "signing", "ssl", "tls", "webhook",
  ]

  /// Whether a name such as `routing_key`, `basicAuthPass` or `X-Auth-Token` is that of a secret.
  static func isSecretName(_ name: String) -> Bool {
    guard name.utf8.count <= 64 else { return false }
    var words = [""]
    var isBeforeCapital = false
    for character in name {
      let isWord = character.isLetter || character.isNumber
      if !isWord || character.isUppercase && isBeforeCapital { words.append("") }
      if isWord { words[words.count - 1] += character.lowercased() }
      isBeforeCapital = character.isLowercase || character.isNumber
    }
    words.removeAll(where: \.isEmpty)
    guard let last = words.last else { return false }
    let before = words.dropLast().last
    if last == "string" { return before == "connection" }
    if last == "key" || last == "pass" { return before.map(keyWords.contains) ?? false }
    return lastWords.contains(last)
  }
}

extension JSONValue {
  /// Whether it is neither a text nor has parts.
  var isLone: Bool {
    switch self {
    case .null, .bool, .integer, .number, .decimal: true
    case .string, .array, .object: false
    }
  }

  /// The value with all texts and names replaced.
  fileprivate func mappingTexts(_ transform: (String) -> String) -> JSONValue {
    switch self {
    case .string(let text): .string(transform(text))
    case .array(let values): .array(values.map { $0.mappingTexts(transform) })
    case .object(let fields):
      .object(
        Dictionary(
          fields.map { (transform($0), $1.mappingTexts(transform)) }, uniquingKeysWith: { $1 }))
    case .null, .bool, .integer, .number, .decimal: self
    }
  }
}
