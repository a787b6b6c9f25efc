/// The list of keys, and how far it is scrolled.
struct HelpState: Sendable, Hashable {
  /// Lines that are scrolled out above.
  var scroll = 0

  /// Makes help at its top.
  init() {}
}
