package import InboxTOML

/// A preset of key bindings: the default ones, or those of another program.
package enum KeymapPreset: String, CaseIterable, Sendable, Hashable {
  case `default`
  case vim
  case mutt
  case newsboat
  case emacs

  /// The configuration key of the preset.
  package static let key = "preset"

  /// The default keymap with the preset's bindings.
  package var keymap: Keymap {
    var keymap = Keymap.default
    let document = document
    if self == .vim { keymap.countDigits() }
    let problems = keymap.apply(Self.entries(in: "keys", of: document))
    assert(problems.isEmpty, "\(problems.map(\.message))")
    var reasons: [InputContext: [[Key]: String]] = [:]
    for missing in Self.entries(in: "missing", of: document) {
      guard let context = missing.context.flatMap(InputContext.init(rawValue:)),
        let keys = [Key](sequence: missing.key)
      else { continue }
      reasons[context, default: [:]][keys] = missing.commands.first
    }
    keymap.becomePreset(explaining: reasons)
    return keymap
  }

  /// The bindings that differ from the default ones, as configuration entries.
  package var entries: [KeymapEntry] { Self.entries(in: "keys", of: document) }

  private static func entries(in table: TOMLPath, of document: TOMLDocument) -> [KeymapEntry] {
    var reader = TOMLReader(document)
    return KeymapEntry.entries(&reader, at: table)
  }

  /// The file in `Presets`: the bindings, written like those of a configuration, and why keys of the
  /// original program are missing.
  private var document: TOMLDocument {
    let file =
      switch self {
      case .default: [UInt8]()
      case .vim: PackageResources.vim_toml
      case .mutt: PackageResources.mutt_toml
      case .newsboat: PackageResources.newsboat_toml
      case .emacs: PackageResources.emacs_toml
      }
    return TOMLDocument(String(decoding: file, as: UTF8.self))
  }

  /// Reads the preset from the configuration: `keys` itself, or `keys.preset`; nil if there is
  /// none.
  package static func read(_ reader: inout TOMLReader, at table: TOMLPath) -> KeymapPreset? {
    if case .string = reader.document.value(at: table) {
      return reader.choice(at: table, of: KeymapPreset.self)
    }
    let path = table.appending(key: key)
    guard reader.document.value(at: path) != nil else { return nil }
    return reader.choice(at: path, of: KeymapPreset.self)
  }
}
