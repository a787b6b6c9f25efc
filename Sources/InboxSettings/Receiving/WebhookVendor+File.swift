package import InboxPayloads
package import InboxTOML
import InboxText

/// The vendors that a person names: built-in ones, and files.
extension WebhookVendor {
  /// The vendor of a name, or of the file at a path.
  ///
  /// - Throws: ``WebhookVendorError``, also for a file that cannot be read.
  package init(named name: String) throws(WebhookVendorError) {
    if let vendor = Self.builtIn(name) {
      self = vendor
    } else {
      try self.init(Self.source(named: name))
    }
  }

  /// The text of a built-in vendor, or of the file at a path.
  ///
  /// - Throws: ``WebhookVendorError`` for a file that cannot be read.
  package static func source(named name: String) throws(WebhookVendorError) -> TOMLSource {
    if let source = builtInSource(name) { return source }
    let text: String?
    do throws(TOMLError) { text = try TextFile.read(name) } catch {
      throw WebhookVendorError([error])
    }
    guard let text else {
      let hint = NearestName.hint(NearestName.nearest(to: name, in: builtInNames))
      let kind = TOMLError.Kind.unreadable("there is no such file" + hint)
      throw WebhookVendorError([TOMLError(file: name, position: nil, kind: kind)])
    }
    return TOMLSource(name: Self.name(of: name), path: name, text: text)
  }
}
