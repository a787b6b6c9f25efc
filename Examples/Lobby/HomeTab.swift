import LobbyCurses

/// The tab with something of the host's own, beside the inbox.
struct HomeTab {
  private let guests = ["1  Ms. Lovelace", "2  Mr. Turing", "3  Ms. Hopper"]

  /// What the keys do, and how the switches stand.
  func draw(
    on screen: Screen, ownRows: Bool, vetoes: Bool, showsTabs: Bool, maximum: Int, notice: String
  ) {
    let window = screen.content
    werase(window)
    screen.write("Guests", in: .plain, bold: true, to: window, row: 1, column: 2)
    for (row, guest) in guests.enumerated() {
      screen.write(guest, in: .guest, to: window, row: Int32(row) + 2, column: 4)
    }
    let keys = [
      "p  a guest rings",
      "a  the same guest rings again",
      "d  the towels are brought",
      "i  the inbox on the whole screen",
      "r  rows: \(ownRows ? "our own" : "standard")",
      "t  tabs: \(showsTabs ? "shown" : "none")",
      "v  links: \(vetoes ? "kept back" : "opened")",
      "q  end",
    ]
    let others = ["s  note for the staff", "n  newest of both", "k  keep \(maximum) rings"]
    for (row, key) in others.enumerated() {
      screen.write(key, in: .plain, to: window, row: Int32(row) + 6, column: 38)
    }
    for (row, key) in keys.enumerated() {
      screen.write(key, in: .plain, to: window, row: Int32(row) + 6, column: 2)
    }
    screen.write(notice, in: .plain, bold: true, to: window, row: 15, column: 2)
    wnoutrefresh(window)
  }
}
