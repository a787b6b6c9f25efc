/// A record of a batch: decoded, or refused with the reason.
public struct PayloadRecord: Sendable, Hashable {
  /// Place in the batch, from 0.
  public var index: Int
  /// Line on which the record begins, from 1.
  public var line: Int
  /// The payload, or why there is none.
  public var result: Result<Payload, PayloadError>

  /// Makes a record.
  public init(index: Int, line: Int, result: Result<Payload, PayloadError>) {
    self.index = index
    self.line = line
    self.result = result
  }
}
