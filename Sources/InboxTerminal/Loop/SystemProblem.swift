/// A call of the system that failed.
public struct SystemProblem: Error, Sendable, Hashable {
  /// Name of the call.
  public var call: String
  /// Its error number.
  public var code: Int32
}
