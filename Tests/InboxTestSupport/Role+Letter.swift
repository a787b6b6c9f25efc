package import InboxUI

extension Role {
  /// The letter of the role in a golden; unread roles have the capital of the read ones.
  package var letter: Character {
    switch self {
    case .row: "."
    case .priorityMin: "1"
    case .priorityLow: "2"
    case .priorityHigh: "4"
    case .priorityMax: "5"
    case .read: "r"
    case .readMark: "k"
    case .readTitle: "t"
    case .readMessage: "m"
    case .readTime: "c"
    case .unread: "R"
    case .unreadMark: "K"
    case .unreadTitle: "T"
    case .unreadMessage: "M"
    case .unreadTime: "C"
    case .placeholder: "g"
    case .source: "s"
    case .pinned: "p"
    case .expired: "x"
    case .deleted: "d"
    case .match: "f"
    case .marked: "*"
    case .pending: "~"
    case .selected: ">"
    case .selectedTitle: "}"
    case .cursor: "]"
    case .bar: "b"
    case .status: "l"
    case .banner: "n"
    case .error: "!"
    case .reader: "v"
    case .readerTitle: "V"
    case .readerField: "a"
    case .heading: "="
    case .emphasis: "i"
    case .strong: "B"
    case .strike: "S"
    case .code: "j"
    case .codeBlock: "J"
    case .quote: "q"
    case .added: "+"
    case .removed: "D"
    case .warning: "W"
    case .link: "u"
    case .name1: "6"
    case .name2: "7"
    case .name3: "8"
    case .help: "h"
    case .helpKey: "H"
    case .prompt: "P"
    case .border: "-"
    case .empty: "e"
    }
  }
}

extension RoleSet {
  /// The roles of the set, lowest layer first.
  package var roles: [Role] {
    Role.allCases.filter { contains(RoleSet($0)) }
  }
}
