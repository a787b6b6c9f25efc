import InboxText

extension Payload {
  /// Moves a rest that exceeds the maximum of a record to a file of the inbox, and keeps its name.
  ///
  /// Where the file cannot be written, the rest stays in the message.
  ///
  /// - Parameter folder: The folder of the inbox's files; nil in memory.
  /// - Returns: The upload, to be released once the message is stored; nil without a file.
  mutating func moveLargeRest(to folder: AttachmentFolder?) -> AttachmentUpload? {
    guard let folder, let rest, rest.textSize > Self.maximumSize,
      let upload = try? folder.upload()
    else { return nil }
    var text = rest.json
    let file = try? text.withUTF8 { bytes throws(AttachmentError) in
      try upload.write(UnsafeRawBufferPointer(bytes))
      return try upload.keep(as: "rest.json")
    }
    guard let file else {
      upload.release()
      return nil
    }
    self.rest = .object(["file": .string(file.url), "size": .integer(file.size ?? 0)])
    return upload
  }
}
