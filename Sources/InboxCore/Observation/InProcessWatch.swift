/// Hears the writers of its own process, for an inbox in memory.
final class InProcessWatch: ChangeWatch {
  let kind = WatchKind.inProcess
  private let bell: MemoryBell
  private let pipe: WakePipe

  /// Begins to listen to a bell.
  init(to bell: MemoryBell) throws(InboxError) {
    self.bell = bell
    pipe = try WakePipe()
    bell.attach(pipe)
  }

  deinit {
    bell.detach(pipe)
  }

  var fileDescriptor: Int32 { pipe.reading }

  func drain() -> ChangeHint {
    pipe.takeBytes().isEmpty ? .nothing : .rung
  }
}
