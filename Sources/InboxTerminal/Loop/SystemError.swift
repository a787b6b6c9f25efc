/// A call of the system that failed.
public struct SystemError: Error, Sendable, Hashable {
  /// Name of the call.
  public var call: String
  /// Its error number.
  public var code: Int32

  /// Makes a problem of a call and what it left in `errno`.
  public init(call: String, code: Int32) {
    self.call = call
    self.code = code
  }
}
