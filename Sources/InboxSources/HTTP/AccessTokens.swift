import Foundation
import InboxSettings
import InboxSystem
import Synchronization

/// The tokens that let requests in, from a file or from a program.
///
/// State: the tokens as they were read last, with the state of the file then. Guard: the mutex, because
/// requests are served by several threads.
final class AccessTokens: Sendable {
  private struct Cache {
    var tokens: [[UInt8]] = []
    var status: FileStatus?
  }

  private let path: String?
  private let cache: Mutex<Cache>

  /// Reads the tokens as the settings say; nil where they name none.
  ///
  /// - Throws: ``SourceError`` when they cannot be read, or others may read them too.
  init?(_ settings: HTTPSettings) throws {
    if !settings.tokenFile.isEmpty {
      path = settings.tokenFile
      cache = Mutex(try Self.read(settings.tokenFile))
    } else if !settings.tokenCommand.isEmpty {
      path = nil
      cache = Mutex(Cache(tokens: try Self.run(settings.tokenCommand)))
    } else {
      return nil
    }
  }

  /// Whether a text is one of the tokens; a file that was saved is read again.
  ///
  /// - Throws: ``SourceError``.
  func contains(_ text: String) throws -> Bool {
    let candidate = Array(text.utf8)
    return try cache.withLock { cache in
      if let path, FileStatus(path: path) != cache.status { cache = try Self.read(path) }
      // All are compared in full, so that the time tells nothing of them.
      return cache.tokens.reduce(false) { $0 || ConstantTime.equals($1, candidate) }
    }
  }

  private static func read(_ path: String) throws -> Cache {
    let status = FileStatus(path: path)
    let text = try SecretFile.text(path)
    return Cache(tokens: try tokens(in: text, of: path), status: status)
  }

  private static func run(_ words: [String]) throws -> [[UInt8]] {
    let output = try SecretFile.output(of: words)
    return try tokens(in: output, of: words[0])
  }

  private static func tokens(in text: String, of place: String) throws -> [[UInt8]] {
    let lines = text.split(whereSeparator: \.isNewline).map { HTTPCall.trimmed(String($0)) }
    let tokens = lines.filter { !$0.isEmpty && !$0.hasPrefix("#") }.map { Array($0.utf8) }
    guard !tokens.isEmpty else {
      throw SourceError("\(place) has no token in it; write one line with a long random text")
    }
    guard tokens.allSatisfy({ $0.count >= 8 }) else {
      throw SourceError("\(place) has a token of fewer than 8 characters; make it longer")
    }
    return tokens
  }
}

/// Comparing without telling by the time how much was right.
enum ConstantTime {
  /// Whether two texts are the same.
  static func equals(_ first: [UInt8], _ second: [UInt8]) -> Bool {
    guard first.count == second.count else { return false }
    return zip(first, second).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }
}

/// Files and programs that hold something secret.
enum SecretFile {
  /// Most bytes of a secret.
  private static let mostBytes = 65_536
  /// How long a program that prints a secret may take, in seconds.
  private static let longest = 10.0

  /// The text of a file that only its owner may read.
  ///
  /// - Throws: ``SourceError``.
  static func text(_ path: String) throws(SourceError) -> String {
    let file = open(HomePath.expanded(path), O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else {
      throw SourceError("cannot read \(path): \(String(cString: strerror(errno)))")
    }
    defer { close(file) }
    guard let status = FileStatus(descriptor: file), status.kind == .regular else {
      throw SourceError("\(path) is no regular file")
    }
    guard status.permissions & 0o077 == 0 else {
      throw SourceError("\(path) may be read or changed by others; run: chmod 600 \(path)")
    }
    var buffer = [UInt8](repeating: 0, count: mostBytes)
    let count = read(file, &buffer, buffer.count)
    guard count >= 0, let text = String(validating: buffer[..<max(0, count)], as: UTF8.self) else {
      throw SourceError("\(path) holds no text")
    }
    return text
  }

  /// What a program prints.
  ///
  /// - Throws: ``SourceError``.
  static func output(of words: [String]) throws -> String {
    let ends: PipeEnds
    let child: ChildProcess
    do {
      ends = try PipeEnds()
      defer { close(ends.writing) }
      child = try ChildProcess(words, in: .detached, replacing: [STDOUT_FILENO: ends.writing])
    } catch {
      throw SourceError("cannot start \(words[0]): \(error.reason)")
    }
    defer { close(ends.reading) }
    let bytes = collect(ends.reading)
    guard let status = child.wait(upTo: longest) else {
      child.send(SIGKILL)
      child.reapLater()
      throw SourceError("\(words[0]) did not end within \(Int(longest)) s")
    }
    guard status.isSuccess else { throw SourceError("\(words[0]) \(status.words)") }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func collect(_ descriptor: Int32) -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4_096)
    let end = ContinuousClock.now + .seconds(longest)
    while bytes.count < mostBytes, ContinuousClock.now < end {
      let ready = Descriptors.wait(for: [.readable(descriptor)], atMost: longest)
      guard !ready.all.isEmpty else { continue }
      let count = read(descriptor, &buffer, buffer.count)
      guard count > 0 else { break }
      bytes += buffer[..<count]
    }
    return bytes
  }
}
