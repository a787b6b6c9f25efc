extension XtermPalette {
  /// Red, green and blue of a palette colour.
  public static func color(_ index: UInt8) -> (UInt8, UInt8, UInt8) {
    index < 16 ? ansi[Int(index)] : indexed[Int(index) - 16]
  }
}
