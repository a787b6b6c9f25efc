import Foundation
import InboxCore
@testable import InboxTerminal
import Synchronization
import Testing

/// What has come out of the other end.
private final class Received: Sendable {
  let bytes = Mutex<[UInt8]>([])
}

/// What is sent to a terminal past ncurses.
struct TerminalOutputTests {
  @Test func `a descriptor that is full for a while gets all of a text`() throws {
    let pipe = try WakePipe(PipeEnds.open(isBlocking: false))
    let text = String(repeating: "é", count: 200_000)
    let received = Received()
    let ended = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      while received.bytes.withLock({ $0.count }) < text.utf8.count {
        var waiting = pollfd(fd: pipe.reading, events: Int16(POLLIN), revents: 0)
        _ = poll(&waiting, 1, -1)
        received.bytes.withLock { $0 += pipe.takeBytes() }
      }
      ended.signal()
    }
    #expect(TerminalOutput.send(text, to: pipe.writing))
    #expect(ended.wait(timeout: .now() + 30) == .success)
    let bytes = received.bytes.withLock { $0 }
    #expect(String(decoding: bytes, as: UTF8.self) == text)
  }

  @Test func `a terminal that is gone is reported, and nothing breaks`() throws {
    // Linux's TIOCSPTLCK and TIOCGPTN, macros that Swift does not see.
    let master = open("/dev/ptmx", O_RDWR | O_NOCTTY)
    var (lock, number): (Int32, UInt32) = (0, 0)
    try #require(ioctl(master, 0x4004_5431, &lock) == 0)
    try #require(ioctl(master, 0x8004_5430, &number) == 0)
    let slave = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY)
    #expect(TerminalOutput.send("shown", to: slave))
    close(master)
    #expect(!TerminalOutput.send("Press Enter to come back.", to: slave))
    close(slave)
  }
}
