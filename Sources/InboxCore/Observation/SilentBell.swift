/// A bell that nobody hears.
struct SilentBell: Bell {
  func ring() {}
}
