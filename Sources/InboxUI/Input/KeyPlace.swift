/// A place whose keys people see under one heading.
///
/// What holds on every screen is listed there alone; the place of a screen has what comes to it.
public struct KeyPlace: Sendable, Hashable {
  /// The heading.
  public var title: String
  /// The contexts in all of which its keys hold.
  var contexts: [InputContext]

  /// The keys of every screen.
  public static let screens = KeyPlace(
    title: "Every screen", contexts: [.list, .trash, .reader, .help])

  /// Where something is typed, chosen or answered.
  public static let typing = [
    KeyPlace(title: "Prompts", contexts: [.prompt]),
    KeyPlace(title: "Menus", contexts: [.menu]),
    KeyPlace(title: "Questions", contexts: [.confirm]),
  ]

  /// Every place, in the order in which documents list them.
  public static let all =
    [
      screens,
      KeyPlace(title: "List", contexts: [.list]),
      KeyPlace(title: "Trash", contexts: [.trash]),
      KeyPlace(title: "Reader", contexts: [.reader]),
      KeyPlace(title: "Help", contexts: [.help]),
    ] + typing
}
