import Foundation
import Testing

@testable import InboxTerminal

/// Frames of ncurses on their way to the terminal, for which a socket stands that keeps each write.
struct FrameOutputTests {
  private let ends: (near: Int32, far: Int32)

  init() throws {
    var pair: [Int32] = [-1, -1]
    let type = Int32(SOCK_SEQPACKET.rawValue)
    try #require(socketpair(AF_UNIX, type, 0, &pair) == 0)
    ends = (pair[0], pair[1])
  }

  /// The bytes of the next write; nil when there was none.
  private func received() -> String? {
    var bytes = [UInt8](repeating: 0, count: 100_000)
    let count = recv(ends.far, &bytes, bytes.count, Int32(MSG_DONTWAIT))
    return count < 0 ? nil : String(decoding: bytes.prefix(count), as: UTF8.self)
  }

  private func send(_ text: String, by output: FrameOutput) {
    #expect(write(output.descriptor, text, text.utf8.count) == text.utf8.count)
  }

  @Test func `a frame of many writes is sent by one`() {
    let output = FrameOutput(to: ends.near)
    for frame in ["short", "a longer one", "", String(repeating: "wide ", count: 10_000), "end"] {
      output.gather { for piece in frame.split(separator: "") { send(String(piece), by: output) } }
      #expect(received() == (frame.isEmpty ? nil : frame))
    }
    #expect(received() == nil)
    end(output)
  }

  @Test func `what is sent between frames keeps its place`() {
    let output = FrameOutput(to: ends.near)
    output.gather { send("frame", by: output) }
    send("bell", by: output)
    output.gather { send("next", by: output) }
    #expect([received(), received(), received()] == ["frame", "bell", "next"])
    end(output)
  }

  @Test func `no program that is started meanwhile gets the stream`() {
    let output = FrameOutput(to: ends.near)
    func isClosedInPrograms() -> Bool { fcntl(output.descriptor, F_GETFD) & FD_CLOEXEC != 0 }
    #expect(isClosedInPrograms())
    output.gather { #expect(isClosedInPrograms()) }
    #expect(isClosedInPrograms())
    end(output)
  }

  private func end(_ output: FrameOutput) {
    output.close()
    close(ends.near)
    close(ends.far)
  }
}
