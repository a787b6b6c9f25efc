import InboxCore
import InboxText

/// The part of a document that becomes one message.
struct WebhookPart: Sendable {
  /// The part itself.
  let element: JSONValue
  /// The part without secrets.
  let clean: JSONValue
  /// The whole document, as far as the message sees it.
  let top: JSONValue
  /// What lies beside the list, without secrets; nil if the message does not keep it.
  private let beside: JSONValue?
  /// Whether it is an element of a list, else the document itself.
  let isElement: Bool

  /// Bytes that the messages of a document may repeat of it, beyond its own size.
  private static let mostRepeated = 2 * 1_024 * 1_024
  /// Bytes of a text that all messages see of a document that is too large to repeat.
  private static let mostSeen = 256

  /// Takes a document apart.
  ///
  /// What lies beside the list belongs to each of its messages. If that is too much to repeat, all of
  /// it belongs to the first, and only short texts to the others: the work stays linear in the size
  /// of the document.
  ///
  /// - Parameters:
  ///   - document: The document.
  ///   - each: The pointer to its list; nil if it is one message.
  ///   - size: Its size in bytes.
  ///   - most: Maximum elements of the list.
  /// - Returns: The elements of its list, or the document itself.
  /// - Throws: ``WebhookError`` if the pointer leads to no list, or to one that is too long.
  static func all(
    of document: JSONValue, each: String?, size: Int, most: Int
  ) throws(WebhookError) -> [WebhookPart] {
    let clean = WebhookSecrets.cleaned(document)
    guard let each else {
      let top = document
      return [WebhookPart(element: top, clean: clean, top: top, beside: nil, isElement: false)]
    }
    guard case .array(let list)? = document.value(at: each),
      case .array(let cleanList)? = clean.value(at: each)
    else {
      throw .unusable("the document has no list at \(each), where 'each' points")
    }
    guard list.count <= most else { throw .tooMany(most) }
    let beside = clean.removing(at: each)
    let repeated = (beside?.json.utf8.count ?? 0) * max(list.count - 1, 0)
    let isShared = repeated <= mostRepeated + size
    let shared =
      isShared ? document : document.removing(at: each)?.leavingOut(over: mostSeen) ?? .null
    return zip(list, cleanList).enumerated().map { index, element in
      let isFirst = index == 0
      return WebhookPart(
        element: element.0, clean: element.1, top: isFirst ? document : shared,
        beside: isFirst || isShared ? beside : nil, isElement: true)
    }
  }

  /// Keeps what the fields of a message do not show.
  func keepRest(in payload: inout Payload, shown: Template.Shown) {
    guard isElement else {
      return payload.keepRest(of: clean, shown: shown.part.union(shown.top))
    }
    payload.keepRest(of: clean, shown: shown.part)
    if let beside { payload.keepRest(of: beside, shown: shown.top) }
  }
}

extension JSONValue {
  /// The fields of an object without longer texts, lists and parts.
  fileprivate func leavingOut(over size: Int) -> JSONValue {
    guard case .object(let fields) = self else { return .null }
    return .object(fields.filter { $1.text.map { $0.utf8.count <= size } ?? $1.isLone })
  }
}
