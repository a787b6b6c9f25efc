extension String {
  /// The text with everything that could disturb a terminal turned into visible symbols.
  ///
  /// Control characters become their pictures (`␛`), other invisible ones their number
  /// (`⟨U+202E⟩`), and what has no agreed look becomes `�`. An emoji that terminals and ncurses
  /// would measure differently becomes its first scalar, a flag its two letters. Marks beyond
  /// four on a character are dropped.
  ///
  /// - Parameter keepingNewlines: Keeps line ends, and advances tabs to multiples of eight
  ///   columns; otherwise a line end becomes `⏎` and a tab one space.
  /// - Returns: Text whose scalars add up to the columns that it takes.
  public func printable(keepingNewlines: Bool = false) -> String {
    if isPlain { return self }
    var writer = PrintableWriter(keepsNewlines: keepingNewlines)
    writer.text.reserveCapacity(utf8.count)
    for scalar in unicodeScalars {
      writer.write(scalar)
    }
    writer.finish()
    return writer.text
  }
}
