import Foundation
import InboxTestSupport
@testable import InboxTerminal
import Synchronization
import Testing

/// The thread that does what must not run in the loop.
@Suite(.waiting) struct WorkerTests {
  private final class Done: Sendable {
    let jobs = Mutex<[Int]>([])
    func add(_ job: Int) { jobs.withLock { $0.append(job) } }
    var all: [Int] { jobs.withLock { $0 } }
  }

  @Test func `everything is done in order before the end, which may be asked for twice`() {
    let (worker, done) = (Worker(), Done())
    for job in 0..<100 { worker.add { done.add(job) } }
    worker.finish()
    #expect(done.all == Array(0..<100))
    worker.finish()
    worker.add { done.add(100) }
    worker.finish()
    #expect(done.all.count == 100)
  }

  @Test func `one that never did anything ends at once, and for good`() {
    let (worker, done) = (Worker(), Done())
    worker.finish()
    worker.add { done.add(1) }
    worker.finish()
    #expect(done.all == [])
  }

  @Test func `while it is paused the job under way ends and no other begins`() {
    let (worker, done) = (Worker(), Done())
    let (begun, gate) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    worker.add {
      begun.signal()
      gate.wait()
      done.add(1)
      begun.signal()
    }
    begun.wait()
    // One that does not end is not awaited for ever, and nothing is paused then.
    #expect(!worker.pause(within: 0))
    worker.resume()
    gate.signal()
    #expect(worker.pause(within: PseudoTerminal.limit))
    #expect(done.all == [1])
    begun.wait()
    worker.add {
      done.add(2)
      begun.signal()
    }
    done.add(0)
    worker.resume()
    begun.wait()
    worker.finish()
    #expect(done.all == [1, 0, 2])
  }

  @Test func `what has not begun can be dropped, and what runs be left`() {
    let (worker, done) = (Worker(), Done())
    let (begun, gate) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    worker.add {
      begun.signal()
      gate.wait()
      done.add(1)
    }
    weak var dropped: Done?
    do {
      let job = Done()
      dropped = job
      worker.add { job.add(2) }
    }
    begun.wait()
    #expect(dropped != nil)
    worker.finish(within: 0, isDropping: true)
    #expect(dropped == nil)
    #expect(done.all == [])
    gate.signal()
  }

  @Test func `a thread that has ended keeps nothing alive`() {
    weak var ended: Worker?
    do {
      let worker = Worker()
      ended = worker
      worker.add {}
      worker.finish()
    }
    #expect(eventually { ended == nil })
  }
}
