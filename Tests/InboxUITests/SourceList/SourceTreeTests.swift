import InboxCore
@testable import InboxUI
import Testing

/// The tree of sources.
struct SourceTreeTests {
  private func tree(_ sources: [String: Int]) -> SourceTree {
    var tree = SourceTree()
    tree.update(
      sources.sorted { $0.key < $1.key }.map {
        SourceCount($0.key, GroupCount(total: max($0.value, 1), unread: $0.value))
      })
    return tree
  }

  private func texts(_ tree: SourceTree) -> [String] {
    tree.rows.dropFirst().map { row in
      let mark = row.isFolded.map { $0 ? "▸" : "▾" } ?? "·"
      return String(repeating: "  ", count: row.depth) + mark + row.name + " \(row.unread ?? 0)"
    }
  }

  @Test func `paths are below their parents, which have the sum of what is below`() {
    let tree = tree(["ci": 1, "ci/shop": 2, "ci/web/test": 3, "ci/web": 0, "cron": 0])
    #expect(texts(tree) == ["▾ci 6", "  ·shop 2", "  ▾web 3", "    ·test 3", "·cron 0"])
  }

  @Test func `siblings are in alphabetical order, whatever their case`() {
    #expect(texts(tree(["b": 0, "C": 0, "a": 0])) == ["·a 0", "·b 0", "·C 0"])
    // By bytes a name with a hyphen stands between a path and those below it.
    #expect(texts(tree(["ci-x": 0, "ci": 0, "ci/a": 0])) == ["▾ci 0", "  ·a 0", "·ci-x 0"])
  }

  @Test func `a path with one path below it and no messages is joined with that`() {
    #expect(texts(tree(["github/owner/tool": 4])) == ["·github/owner/tool 4"])
    #expect(
      texts(tree(["github/owner/tool": 4, "github/owner/app": 1])) == [
        "▾github/owner 5", "  ·app 1", "  ·tool 4",
      ])
    #expect(texts(tree(["a": 1, "a/b": 1])) == ["▾a 2", "  ·b 1"])
    let row = tree(["github/owner/tool": 4]).rows[1]
    #expect(row.filter == MessageFilter(sourcesAt: "github/owner/tool"))
  }

  @Test func `sources that are left out have a row that says how many, with their unread messages`()
  {
    var counts = [
      SourceCount("", GroupCount(total: 3, unread: 2)),
      SourceCount("k8s", GroupCount(total: 9, unread: 2)),
      SourceCount("k8s/a", GroupCount(total: 1, unread: 1)),
      SourceCount("zfs/tank", GroupCount(total: 20, unread: 20)),
    ]
    (counts[0].omittedCount, counts[1].omittedCount) = (3, 8)
    (counts[0].omittedUnreadCount, counts[1].omittedUnreadCount) = (2, 1)
    var tree = SourceTree()
    tree.update(counts)
    #expect(texts(tree) == ["▾k8s 3", "  ·a 1", "  ·… 8 more 1", "·zfs/tank 20", "·… 3 more 2"])
    #expect(tree.rows[3].filter == MessageFilter(sourcesAt: "k8s"))
  }

  @Test func `a folded path hides what is below, and stays folded`() {
    var tree = tree(["a/b/c": 1, "a/b": 1, "a": 1, "d": 0])
    tree.fold("a", true)
    #expect(texts(tree) == ["▸a 3", "·d 0"])
    tree.update([SourceCount("a/x", GroupCount(total: 1, unread: 1))])
    tree.update([
      SourceCount("a", GroupCount(total: 1, unread: 0)),
      SourceCount("a/x", GroupCount(total: 1, unread: 1)),
    ])
    #expect(texts(tree) == ["▸a 1"])
    tree.foldAll(false)
    #expect(texts(tree) == ["▾a 1", "  ·x 1"])
    tree.foldAll(true)
    #expect(texts(tree) == ["▸a 1"])
  }

  @Test func `many paths below one begin folded`() {
    let few = (1...SourceTree.mostUnfolded).map { ("bus/s\($0)", 0) }
    #expect(tree(Dictionary(uniqueKeysWithValues: few)).rows.count == few.count + 2)
    var many = tree(Dictionary(uniqueKeysWithValues: few + [("bus/other", 1)]))
    #expect(texts(many) == ["▸bus 1"])
    many.fold("bus", false)
    #expect(many.rows.count == few.count + 3)
  }

  @Test func `the parent of a path is the nearest row above it`() {
    let tree = tree(["a/b/c": 1, "a/b/d": 1, "a-b": 1])
    #expect(tree.parent(of: "a/b/c") == "a/b")
    #expect(tree.parent(of: "a/b") == nil && tree.parent(of: "a-b") == nil)
  }
}
