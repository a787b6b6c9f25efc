package import Foundation

/// How long messages are kept that are read, done or deleted: `[[keep]]` of the configuration.
package struct Retention: Sendable, Hashable {
  /// The sources; nil for all.
  package var sources: SourcePattern?
  /// Seconds since the message arrived, or was last read, deleted or marked as done.
  package var age: TimeInterval

  /// Creates a retention.
  package init(of sources: SourcePattern? = nil, for age: TimeInterval) {
    (self.sources, self.age) = (sources, age)
  }
}
