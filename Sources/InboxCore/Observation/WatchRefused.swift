/// The system's refusal to watch a folder, as its `errno`.
struct WatchRefused: Error {
  let code: Int32
}
