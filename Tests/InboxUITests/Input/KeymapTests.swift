@testable import InboxUI
import Testing

struct KeymapTests {
  @Test func `every command has one row in the table, and a name of its own`() {
    #expect(CommandInfo.table.map(\.command).count == Command.allCases.count)
    #expect(Set(CommandInfo.table.map(\.command)) == Set(Command.allCases))
    #expect(Set(Command.allCases.map(\.name)).count == Command.allCases.count)
  }

  @Test(arguments: CommandInfo.table) func `a summary is a short phrase`(_ info: CommandInfo) {
    #expect(info.summary.first?.isUppercase == true)
    #expect(!info.summary.contains(".") && info.summary.count <= 46)
  }

  @Test(arguments: CommandInfo.table)
  func `every command is bound wherever it applies, by the keys of its row`(_ info: CommandInfo) {
    #expect(!info.contexts.isEmpty)
    for context in info.contexts {
      let bound = Keymap.default.names(of: info.command, in: context)
      #expect(bound == info.keys(in: context))
      #expect(!bound.isEmpty)
    }
  }

  @Test(arguments: InputContext.allCases)
  func `no key is given twice in a context`(_ context: InputContext) {
    let names = CommandInfo.table.flatMap { $0.keys(in: context) }
    #expect(Set(names).count == names.count, "\(context)")
  }

  @Test func `keys of the terminal are free`() {
    let names = Set(CommandInfo.table.flatMap { $0.keys + $0.extraKeys.values.flatMap(\.self) })
    #expect(names.isDisjoint(with: ["C-q", "C-s", "C-z"]))
  }

  @Test func `an entry binds its key wherever the command applies`() {
    var keymap = Keymap.default
    #expect(keymap.apply([KeymapEntry(key: "x", commands: ["delete"])]) == [])
    #expect(keymap.command(for: .character("x"), in: .list) == .acting(.delete))
    #expect(keymap.command(for: .character("x"), in: .reader) == .acting(.delete))
    #expect(keymap.command(for: .character("x"), in: .trash) == nil)
  }

  @Test func `unbind takes a key away in one context only when it says so`() {
    var keymap = Keymap.default
    let entry = KeymapEntry(context: "reader", key: "d", commands: ["unbind"])
    #expect(keymap.apply([entry]) == [])
    #expect(keymap.command(for: .character("d"), in: .reader) == nil)
    #expect(keymap.command(for: .character("d"), in: .list) == .acting(.delete))
  }

  @Test(arguments: [
    (KeymapEntry(key: "PgDwn", commands: ["top"]), "PgDn"),
    (KeymapEntry(key: "x", commands: ["delte"], line: 3), "delete"),
    (KeymapEntry(context: "raeder", key: "x", commands: ["delete"]), "reader"),
  ])
  func `an unknown name is reported with the nearest one`(_ entry: KeymapEntry, _ nearest: String) {
    var keymap = Keymap.default
    let problems = keymap.apply([entry])
    #expect(problems.map(\.entry) == [entry])
    #expect(problems[0].message.hasSuffix("; did you mean '\(nearest)'?"))
    #expect(keymap == .default)
  }

  @Test func `what cannot be is a problem and changes nothing`() {
    var keymap = Keymap.default
    let problems = keymap.apply([
      KeymapEntry(key: "C-z", commands: ["top"]),
      KeymapEntry(context: "help", key: "x", commands: ["delete"]),
      KeymapEntry(key: "X", commands: ["unbind"]),
    ])
    #expect(
      problems.map(\.reason) == [
        .reservedKey("C-z"), .notInContext("delete", .help), .notBound("X"),
      ])
    #expect(keymap == .default)
  }

  @Test func `a key says which longer ones it hides, unless these were unbound`() {
    let hiding = KeymapEntry(context: "reader", key: "g", commands: ["delete"])
    var keymap = Keymap.default
    let problems = keymap.apply([hiding])
    let hidden = Keymap.default.names(beginningWith: "g ", in: .reader)
    #expect(hidden.contains("g g") && problems.map(\.reason) == [.hides("g", hidden)])
    #expect(problems[0].message.hasPrefix("'g' hides 'g "))
    #expect(keymap.command(for: .character("g"), in: .reader) == .acting(.delete))

    keymap = .default
    let unbound = hidden.dropLast().map {
      KeymapEntry(context: "reader", key: $0, commands: ["unbind"])
    }
    #expect(keymap.apply([hiding] + unbound).map(\.reason) == [.hides("g", [hidden.last ?? ""])])
    keymap = .default
    #expect(keymap.apply([KeymapEntry(key: "g", commands: ["unbind"]), hiding]) == [])
  }

  @Test func `a sequence that is taken away in one place stays where a person binds it`() {
    var keymap = Keymap.default
    let entries = [
      KeymapEntry(key: "g s", commands: ["delete"]),
      KeymapEntry(context: "list", key: "g s", commands: ["unbind"]),
    ]
    #expect(keymap.apply(entries) == [])
    #expect(!keymap.names(of: .acting(.delete), in: .list).contains("g s"))
    #expect(keymap.names(of: .acting(.delete), in: .reader).contains("g s"))
  }

  @Test func `a key bound twice is reported and the last one holds`() {
    var keymap = Keymap.default
    let problems = keymap.apply([
      KeymapEntry(context: "list", key: "x", commands: ["delete"]),
      KeymapEntry(context: "list", key: "x", commands: ["view"]),
    ])
    #expect(problems.map(\.reason) == [.boundTwice("x", .list)])
    #expect(keymap.command(for: .character("x"), in: .list) == .reading(.view))
  }

  @Test(arguments: [true, false])
  func `a key of one context wins over the same key of all, whichever is written first`(
    _ isGeneralFirst: Bool
  ) {
    var keymap = Keymap.default
    let general = KeymapEntry(key: "x", commands: ["delete"])
    let own = KeymapEntry(context: "reader", key: "x", commands: ["next-message"])
    let entries = [general, own]
    #expect(keymap.apply(isGeneralFirst ? entries : entries.reversed()) == [])
    #expect(keymap.command(for: .character("x"), in: .list) == .acting(.delete))
    #expect(keymap.command(for: .character("x"), in: .reader) == .stepping(.nextMessage))
  }

  @Test func `every row of a place has only keys that hold there, and no place lacks one`() {
    for context in InputContext.allCases {
      let isScreen = KeySection.screens.contexts.contains(context)
      let places = KeySection.all.filter { place in
        place.contexts == [context] || isScreen && place == .screens
      }
      let rows = places.flatMap(Keymap.default.rows)
      let listed = rows.flatMap { row in row.names.map { [$0, row.commandName] } }
      let bound = CommandInfo.table.flatMap { info in
        info.keys(in: context).map { [$0, info.command.name] }
      }.map { pair in
        // The nine digits stand on one line.
        Int(pair[0]) == nil ? pair : ["1…9", "tab-1 … tab-9"]
      }
      #expect(Set(listed) == Set(bound), "\(context)")
      #expect(listed.count == Set(bound).count, "\(context)")
    }
  }

  @Test func `a key that holds in one place only is listed there alone`() {
    func keys(_ command: Command) -> [String: [String]] {
      let places = KeySection.all.map { place in
        let row = Keymap.default.rows(in: place).first { $0.command == command }
        return (place.title, row?.names ?? [])
      }
      return Dictionary(uniqueKeysWithValues: places).filter { !$0.value.isEmpty }
    }
    #expect(
      keys(.moving(.moveDown)) == ["Every screen": ["j", "Down"], "Menus": ["j", "Down", "C-n"]])
    #expect(
      keys(.moving(.pageDown)) == [
        "Every screen": ["C-f", "PgDn"], "Help": ["Space"],
        "Menus": ["C-f", "PgDn"],
      ])
    #expect(keys(.acting(.purge)) == ["Trash": ["d", "Delete"]])
  }

  @Test func `a misspelled preset is told`() {
    var keymap = Keymap.default
    let entries = [
      KeymapEntry(key: "presett", commands: ["vim"]),
      KeymapEntry(context: "list", key: "presett", commands: ["delete"]),
    ]
    let messages = keymap.apply(entries).map(\.message)
    #expect(messages.first == "unknown key 'presett'; did you mean 'preset'?")
    #expect(messages.last?.contains("did you mean") == false)
  }

  @Test func `tabs whose digits were changed are listed one by one`() {
    var keymap = Keymap.default
    #expect(keymap.apply([KeymapEntry(key: "5", commands: ["delete"])]) == [])
    let names = keymap.rows(in: KeySection.all[1]).map(\.commandName)
    #expect(names.filter { $0.hasPrefix("tab-") } == [1, 2, 3, 4, 6, 7, 8, 9].map { "tab-\($0)" })
  }

  @Test func `what a preset binds to a line is nobody's own`() {
    var keymap = KeymapPreset.newsboat.keymap
    #expect(keymap.apply([KeymapEntry(context: "list", key: "X", commands: [":snooze 2h"])]) == [])
    let rows = keymap.lineRows(in: .list)
    #expect(rows.map(\.keys) == ["X", "l"] && rows.map(\.isOfPreset) == [false, true])
    #expect(keymap.apply([KeymapEntry(context: "list", key: "l", commands: [":filter x"])]) == [])
    #expect(keymap.lineRows(in: .list).allSatisfy { !$0.isOfPreset })
  }
}

extension Keymap {
  /// The names of the bound sequences that begin so, by alphabet.
  fileprivate func names(beginningWith start: String, in context: InputContext) -> [String] {
    CommandInfo.table.flatMap { names(of: $0.command, in: context) }
      .filter { $0.hasPrefix(start) }.sorted()
  }
}
