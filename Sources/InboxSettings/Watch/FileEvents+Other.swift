#if !os(Linux)
  /// Stands in where the system has no file events that we use: nothing is reported.
  final class FileEvents {
    let fileDescriptor: Int32 = -1

    init?() { return nil }

    func watch(_ folder: String, withWrites: Bool) -> Int32? { nil }

    func leave(_ watch: Int32) {}

    func drain(_ body: (FileEvent) -> Void) {}
  }
#endif
