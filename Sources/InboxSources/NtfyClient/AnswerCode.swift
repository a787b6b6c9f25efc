import Crypto
import Foundation
import InboxCore
import InboxSystem

/// The text of an answer from a phone: the question, the index of the answer, and an authentication
/// code.
///
/// The code includes the time of the question, so that an old button does not answer a question
/// that was asked again.
struct AnswerCode: Sendable {
  private let key: SymmetricKey

  /// Length of a code in bytes.
  private static let length = 16

  /// Makes codes with a key.
  init(key: [UInt8]) {
    self.key = SymmetricKey(data: key)
  }

  /// The key of this home, created at the first call.
  ///
  /// - Throws: ``SourceError``.
  static func key(in folder: String) throws -> [UInt8] {
    let path = "\(folder)/forward.key"
    if let data = try? Data(contentsOf: URL(filePath: path)), data.count >= 32 {
      return Array(data)
    }
    let key = SymmetricKey(size: .bits256).withUnsafeBytes { Array($0) }
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard file >= 0 else {
      throw SourceError("cannot write \(path): \(SystemError(call: "open").reason)")
    }
    defer { close(file) }
    do throws(SystemError) {
      try Descriptors.write(key, to: file)
    } catch {
      throw SourceError("cannot write \(path): \(error.reason)")
    }
    return key
  }

  /// The text for one of the answers of a question.
  func text(for message: Message, action index: Int) -> String {
    "answer \(message.number.rawValue) \(index) \(code(for: message, action: index))"
  }

  /// The question and the index of the answer in a text; nil for other texts.
  static func place(in text: String) -> (number: MessageNumber, index: Int)? {
    let words = text.split(separator: " ")
    guard words.count == 4, words[0] == "answer", let number = Int64(words[1]),
      let index = Int(words[2])
    else { return nil }
    return (MessageNumber(rawValue: number), index)
  }

  /// Whether a text is valid for an answer.
  func isRight(_ text: String, for message: Message, action index: Int) -> Bool {
    ConstantTime.equals(Data(text.utf8), Data(self.text(for: message, action: index).utf8))
  }

  private func code(for message: Message, action index: Int) -> String {
    let facts = "\(message.number.rawValue) \(index) \(message.receivedAt.timeIntervalSince1970)"
    let bytes = HMAC<SHA256>.authenticationCode(for: Data(facts.utf8), using: key)
    return bytes.prefix(Self.length).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
