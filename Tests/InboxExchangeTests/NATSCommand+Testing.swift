import NIOCore

@testable import InboxExchange

extension NATSCommand {
  /// What is sent.
  static func bytes(_ command: NATSCommand) -> String {
    var buffer = ByteBuffer()
    command.write(to: &buffer)
    return String(buffer: buffer)
  }
}
