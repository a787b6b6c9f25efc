public import ArgumentParser
public import InboxCore

extension MessageOrder: ExpressibleByArgument {}

extension Settings.ColorChoice: ExpressibleByArgument {}

extension Priority: ExpressibleByArgument {
  /// Reads a name or a number.
  public init?(argument: String) {
    self.init(parsing: argument)
  }

  /// The names, for help and completion.
  public static var allValueStrings: [String] { allCases.map(\.name) }
}
