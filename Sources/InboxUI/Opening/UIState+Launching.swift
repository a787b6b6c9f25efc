import InboxCore

extension UIState {
  /// Hands links on; their messages are pending until a program has taken them.
  mutating func launch(_ links: TapLinks) -> [Effect] {
    links.launches(preferences).map { tap, launch in
      // An action that was chosen is counted by itself.
      if tap.action == nil {
        openings.append(Opening(number: tap.number, launch: launch))
        expectOpening([tap.number])
      }
      return .host(.launch(launch))
    }
  }

  /// A program has taken a link: its message counts as opened.
  mutating func launched(_ launch: Launch) -> [Effect] {
    takeOpening(launch).map { [.perform(.open(.inbox), .numbers([$0]))] } ?? []
  }

  /// No program has taken a link: its message stays as it is.
  mutating func abandon(_ launch: Launch) {
    guard let number = takeOpening(launch) else { return }
    for place in lists.indices { lists[place].pending[number]?.running -= 1 }
  }

  /// What was shown instead of launched, or by somebody else, counts as opened.
  mutating func opened(_ numbers: [MessageNumber]) -> [Effect] {
    guard !numbers.isEmpty else { return [] }
    expectOpening(numbers)
    return [.perform(.open(.inbox), .numbers(numbers))]
  }

  private mutating func expectOpening(_ numbers: [MessageNumber]) {
    for row in list.snapshot.rows where numbers.contains(row.number) {
      expect(.open(.inbox), on: row)
    }
  }

  private mutating func takeOpening(_ launch: Launch) -> MessageNumber? {
    let index = openings.firstIndex { $0.launch == launch }
    return index.map { openings.remove(at: $0).number }
  }
}
