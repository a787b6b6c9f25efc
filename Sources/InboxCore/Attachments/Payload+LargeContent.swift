import InboxText

extension Payload {
  /// Moves what exceeds the maximum of a record to files of the inbox: texts and custom data to an
  /// attachment, the rest to a file beside the message.
  ///
  /// The message has the beginnings of its texts. Without a file, they are kept in its rest.
  ///
  /// - Parameter folder: The folder of the inbox's files; nil in memory, where nothing is moved.
  /// - Returns: The uploads, to be released once the message is stored.
  mutating func moveLargeContent(to folder: AttachmentFolder?) -> [AttachmentUpload] {
    guard let folder else { return [] }
    return [moveLargeTexts(to: folder), moveLargeRest(to: folder)].compactMap(\.self)
  }

  private mutating func moveLargeRest(to folder: AttachmentFolder) -> AttachmentUpload? {
    guard let rest, rest.textSize > Self.maximumSize,
      let (upload, file) = folder.keep(rest.json, as: "rest.json")
    else { return nil }
    self.rest = .object(["file": .string(file.url), "size": .integer(file.size ?? 0)])
    return upload
  }

  private mutating func moveLargeTexts(to folder: AttachmentFolder) -> AttachmentUpload? {
    guard textSize > Self.maximumSize else { return nil }
    var whole: [String] = []
    let bodySize = body.value?.utf8.count ?? 0
    for field in [\Payload.title, \.subtitle, \.thread] {
      self[keyPath: field].cut(to: 8_192, keeping: &whole)
    }
    if let value = custom.value, textSize - bodySize > Self.maximumSize / 2 {
      whole.append(value.json)
      custom = .absent
    }
    body.cut(to: Self.maximumSize - Self.roomForNote - textSize + bodySize, keeping: &whole)
    guard !whole.isEmpty else { return nil }
    let text = whole.joined(separator: "\n\n")
    let kept = folder.keep(text, as: "message.txt")
    let size = ByteSize.text(Int64(text.utf8.count))
    let place = kept == nil ? "its rest" : "the attached file message.txt"
    let note = "Too long to be shown here; the whole text is in \(place) (\(size))."
    body = .set([body.value, note].compactMap(\.self).joined(separator: "\n\n"))
    if let file = kept?.file {
      attachments = .set((attachments.value ?? []) + [file])
    } else {
      keepRest(of: .object(["text": .string(text)]))
    }
    return kept?.upload
  }

  /// Bytes for the note below the body, and for what rules add.
  private static let roomForNote = 4_096
}

extension Payload.Field<String> {
  /// Cuts a longer text at a character boundary, and adds it to those that are kept whole.
  fileprivate mutating func cut(to size: Int, keeping whole: inout [String]) {
    guard let text = value, text.utf8.count > size else { return }
    whole.append(text)
    var end = text.utf8.index(text.startIndex, offsetBy: max(size, 0))
    while String.Index(end, within: text) == nil { end = text.utf8.index(before: end) }
    self = .set(text[..<end] + "…")
  }
}

extension AttachmentFolder {
  /// Stores a text as a file; nil if it cannot be written.
  fileprivate func keep(
    _ text: String, as name: String
  ) -> (upload: AttachmentUpload, file: Attachment)? {
    var text = text
    let upload = try? upload()
    let file = try? text.withUTF8 { bytes throws(AttachmentError) in
      try upload?.write(UnsafeRawBufferPointer(bytes))
      return try upload?.keep(as: name)
    }
    guard let upload, let file else { return nil }
    return (upload, file)
  }
}
