import Foundation

/// Whether a process runs no more; one that only nobody has reaped counts for ended.
package func hasEnded(_ process: Int32) -> Bool {
  guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
    let end = text.lastIndex(of: ")")
  else { return true }
  return text[end...].dropFirst(2).first.map { "ZX".contains($0) } ?? true
}
