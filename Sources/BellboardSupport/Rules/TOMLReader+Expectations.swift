import Foundation
package import InboxCore
import InboxSettings
package import InboxTOML

extension TOMLReader {
  /// The keys of an `[[expect]]` table.
  package static let expectationKeys = ["source", "every"]

  /// The `[[expect]]` tables, without those that have a mistake.
  package mutating func expectations(at path: TOMLPath) -> [SourceExpectation] {
    var paths: Set<String> = []
    return tables(at: path) { reader, table in
      reader.reportUnknownKeys(at: table, known: Self.expectationKeys)
      let place = table.appending(key: "source")
      for key in Self.expectationKeys
      where reader.document.value(at: table.appending(key: key)) == nil {
        let example = key == "every" ? "\"26h\"" : "\"cron/backup\""
        reader.report(.unusable("it has no '\(key)', such as \(example)"), at: table)
        return nil
      }
      guard let sources = reader.sources(at: place),
        let interval = reader.seconds(at: table.appending(key: "every"))
      else { return nil }
      guard paths.insert(sources.path).inserted else {
        return reader.badValue(
          sources.text, "a source that no other [[\(path)]] has", at: place)
      }
      return SourceExpectation(of: sources, every: interval)
    }
  }

  fileprivate mutating func sources(at path: TOMLPath) -> SourcePattern? {
    value(
      at: path, "a source such as cron/backup; '=cron/backup' leaves out what is below it",
      SourcePattern.init(parsing:))
  }
}

extension TOMLReader {
  /// The keys of a `[[keep]]` table.
  private static let retentionKeys = ["source", "for"]

  /// The `[[keep]]` tables, without those that have a mistake; a duration alone is for all sources.
  ///
  /// Of several that name a source the closest counts, wherever it stands.
  package mutating func retentions(at path: TOMLPath) -> [Retention] {
    switch document.value(at: path) {
    case .string: return seconds(at: path).map { [Retention(for: $0)] } ?? []
    case .array, nil: break
    case let value?:
      let expected = "a duration such as \"90d\", or tables under [[\(path)]]"
      return mismatch(value, expected, at: path) ?? []
    }
    let retentions: [Retention] = tables(at: path) { reader, table in
      reader.reportUnknownKeys(at: table, known: Self.retentionKeys)
      let source = table.appending(key: "source")
      guard reader.document.value(at: table.appending(key: "for")) != nil else {
        reader.report(.unusable("it has no 'for', such as \"90d\""), at: table)
        return nil
      }
      guard let age = reader.seconds(at: table.appending(key: "for")) else { return nil }
      guard reader.document.value(at: source) != nil else { return Retention(for: age) }
      return reader.sources(at: source).map { Retention(of: $0, for: age) }
    }
    // Of `ci` and `ci/web` the longer path is closer.
    return retentions.sorted {
      ($0.sources?.path.utf8.count ?? -1) > ($1.sources?.path.utf8.count ?? -1)
    }
  }
}
