import Foundation

/// Runs the library's own benchmark on a corpus and reads its figures.
struct LibraryBench {
  let corpus: Corpus
  let program: String

  private struct Line: Decodable {
    var name: String
    var group: String?
    var goal: Double?
    var samples: [Double]
  }

  /// Each figure beside its goal, in milliseconds.
  func measurements() throws -> [Measurement] {
    let folder = "\(corpus.home)/inboxes/default"
    let output = try Child.run([program, folder], environment: corpus.environment).output
    return try output.split(separator: "\n").map { text in
      let line = try JSONDecoder().decode(Line.self, from: Data(text.utf8))
      let figures = Statistics(line.samples)
      return Measurement(
        name: line.name, messages: corpus.count, unit: "ms", program: figures,
        goal: line.goal.map { "< \(Int($0)) ms" } ?? "(reported)",
        isMet: line.goal.map { figures.median < $0 },
        group: "library: " + (line.group ?? line.name))
    }
  }
}
