import Synchronization

/// Logs refused requests: the first of a place at once, then how many more there were each minute.
///
/// A flood of refusals is a few lines, and the next reason after a calm minute is a line again.
///
/// State: the places with their counts. Guard: the mutex, because doors refuse on any thread.
package final class RefusalLog: Sendable {
  private struct More {
    var count = 0
    var reason = ""
  }

  /// Maximum places that are counted each for itself.
  private static let mostPlaces = 64
  /// The place of all further ones.
  private static let others = "other places"

  private let places = Mutex<[String: More]>([:])
  private let pause: @Sendable () async throws -> Void

  /// Makes a log without refusals.
  ///
  /// - Parameter pause: Waits between the lines of a place; throws when there are to be no more.
  package init(
    pausing pause: @escaping @Sendable () async throws -> Void = {
      try await Task.sleep(for: .seconds(60))
    }
  ) {
    self.pause = pause
  }

  /// Logs refusals, or counts them for the next line of their place.
  ///
  /// - Parameters:
  ///   - reason: Why they were refused.
  ///   - place: The webhook, topic or program; nil for the whole source.
  ///   - count: How many they are.
  ///   - write: Writes a line.
  package func note(
    _ reason: String, at place: String?, count: Int = 1, write: @escaping @Sendable (String) -> Void
  ) {
    let (key, isFirst) = places.withLock { places in
      var key = place ?? ""
      if places[key] == nil, places.count >= Self.mostPlaces { key = Self.others }
      guard places[key] == nil else {
        places[key]?.count += count
        places[key]?.reason = reason
        return (key, false)
      }
      places[key] = More()
      return (key, true)
    }
    guard isFirst else { return }
    let name = key.isEmpty ? "" : "\(key): "
    write("\(name)refused\(count > 1 ? " \(count)" : ""): \(reason)")
    Task {
      while (try? await pause()) != nil, let more = takeMore(at: key) {
        write("\(name)refused \(more.count) more; the last: \(more.reason)")
      }
    }
  }

  /// The refusals of a place since its last line; without any the place is forgotten.
  private func takeMore(at place: String) -> More? {
    places.withLock { places in
      guard let more = places[place], more.count > 0 else {
        places[place] = nil
        return nil
      }
      places[place] = More()
      return more
    }
  }
}
