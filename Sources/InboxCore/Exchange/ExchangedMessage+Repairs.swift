/// A register of a message in a stream.
package struct RegisterPlace: Sendable, Hashable {
  /// The message, as the stream names it.
  package var subject: SubjectKey
  /// The register.
  package var name: RegisterName

  /// Creates a place.
  package init(_ subject: SubjectKey, _ name: RegisterName) {
    (self.subject, self.name) = (subject, name)
  }
}

extension ExchangedMessage {
  /// The values that rested here and must be sent again, because the stream has others in their places
  /// that lack a part of them.
  ///
  /// Programs that join values alike cause this only with the first values of a register, which they
  /// send at the same moment.
  ///
  /// - Parameters:
  ///   - names: The registers of which values were read.
  ///   - before: The message before they were taken up, with the changes of this machine.
  /// - Returns: The sequences of the values that the stream has instead, by register.
  func repairs(among names: [RegisterName], since before: Self) -> [RegisterName: Int64] {
    var repairs: [RegisterName: Int64] = [:]
    for name in names {
      guard let former = before.registers[name]?.sending, former == .sent || former == .held,
        let stored = registers[name], stored.sending == .due
      else { continue }
      repairs[name] = stored.sequence ?? 0
    }
    return repairs
  }
}
