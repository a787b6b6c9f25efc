/// What a machine does with a value that it has read from the exchange.
package struct Uptake: Sendable, Hashable {
  /// The value to keep.
  package var register: ExchangeRegister
  /// Whether the exchange lacks a part of it, so that it must be sent.
  package var isDirty: Bool

  /// Joins a value from the exchange with the one that is here.
  ///
  /// Own values are joined like those of others. An opaque value that was read replaces one of the
  /// same version, and is not sent back: two programs that cannot join it would never rest.
  ///
  /// - Parameters:
  ///   - incoming: The value that was read.
  ///   - own: The value that is here; nil for none.
  package init(_ incoming: ExchangeRegister, over own: ExchangeRegister?) {
    guard let own else {
      (register, isDirty) = (incoming, false)
      return
    }
    if case .opaque = incoming, own.layout <= incoming.layout {
      (register, isDirty) = (incoming, false)
      return
    }
    register = own.joined(with: incoming)
    isDirty = register != incoming
  }
}
