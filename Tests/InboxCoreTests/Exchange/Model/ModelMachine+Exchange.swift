@testable import InboxCore

extension ModelMachine {
  /// Reads on, then sends what is dirty; returns the number of values sent.
  @discardableResult mutating func exchange(
    with stream: inout ModelStream, in history: inout ModelHistory, at wall: Int64,
    _ lifetimes: ModelLifetimes, losesAnswer: () -> Bool
  ) throws -> Int {
    endMarks(at: wall, lifetimes)
    read(stream, in: &history, at: wall, lifetimes)
    try renewMarks(at: wall, lifetimes)
    guard hasKey || !rules.waitsForKey else { return 0 }
    fetchReturning(stream)
    var count = 0
    for address in dirty.sorted() where !held.contains(address.key) {
      guard let register = registers[address.key]?[address.name] else { continue }
      if isEnded(register, at: wall, lifetimes) {
        if rules.endsMarks { continue }
        history.broke(.markSentAfterItsEnd)
      }
      let value = try onItsWay(register, address, in: &history)
      stream.append(.register(value), to: address, by: index, hasKey)
      confirmed.insert(address)
      count += 1
      if losesAnswer() { return count }
      dirty.remove(address)
      if address.name == .content { pushedSince.remove(address.key) }
    }
    while let (address, value) = entries.first {
      stream.append(value, to: address, by: index, hasKey)
      count += 1
      if losesAnswer() { return count }
      entries.removeFirst()
    }
    return count
  }

  /// Whether it is the mark of a purge that has ended.
  func isEnded(_ register: ExchangeRegister, at wall: Int64, _ lifetimes: ModelLifetimes) -> Bool {
    guard case .content(let content) = register, let mark = AbsentMark(of: content) else {
      return false
    }
    return mark.isExpired(at: time(at: wall) - offset, lifetime: lifetimes.mark)
  }

  private func onItsWay(
    _ register: ExchangeRegister, _ address: ModelAddress, in history: inout ModelHistory
  ) throws -> ExchangeRegister {
    guard history.isWireChecked else { return register }
    let decoded = try ExchangeRegister(register.bytes, of: address.name)
    if decoded != register || decoded.bytes != register.bytes {
      history.broke(.valueChangedOnItsWay)
    }
    return decoded
  }

  private mutating func read(
    _ stream: ModelStream, in history: inout ModelHistory, at wall: Int64,
    _ lifetimes: ModelLifetimes
  ) {
    let isLong =
      hasKey && rules.holdsAfterAbsence
      && AbsentMark.isLongAbsence(
        since: lastReading, at: time(at: wall), limit: lifetimes.absence)
    if epoch != stream.epoch || isLong {
      (epoch, cursor) = (stream.epoch, 0)
      if rules.repairs { markAllDirty() }
    }
    if isLong { giveUpPurges(stream, in: &history) }
    var present: Set<ModelAddress> = []
    for entry in stream.entries where entry.sequence > cursor {
      cursor = entry.sequence
      present.insert(entry.address)
      take(entry, in: &history, at: wall)
    }
    if isLong { holdBack(all: present, in: &history, at: wall) }
    // What it cannot open, it has not read.
    if hasKey || !rules.waitsForKey { lastReading = time(at: wall) }
  }

  private mutating func markAllDirty() {
    for (key, registers) in registers {
      for name in registers.keys { dirty.insert(ModelAddress(key: key, name: name)) }
    }
  }

  /// Holds back the messages that the stream lacks, though it once had them.
  ///
  /// One that was pushed again in the meantime begins a generation of its own.
  private mutating func holdBack(
    all present: Set<ModelAddress>, in history: inout ModelHistory, at wall: Int64
  ) {
    for key in registers.keys.sorted() {
      if content(key) == nil { removeEnded(key, sparing: present) }
      let address = ModelAddress(key: key, name: .content)
      guard let content = listed(key), confirmed.contains(address), !present.contains(address)
      else { continue }
      guard pushedSince.contains(key) else {
        held.insert(key)
        history.close(key)
        continue
      }
      beginNext(key, after: content, in: &history)
    }
  }

  /// Removes what is left of a message that the exchange no longer has.
  private mutating func removeEnded(_ key: String, sparing present: Set<ModelAddress>) {
    for (name, register) in registers[key, default: [:]] where register.generation != nil {
      let address = ModelAddress(key: key, name: name)
      if confirmed.contains(address), !present.contains(address) { remove(key, name) }
    }
  }

  mutating func beginNext(
    _ key: String, after content: ContentRegister, in history: inout ModelHistory
  ) {
    let next = content.begunAnew()
    removeDependents(key, upTo: content.generation)
    set(.content(next), key, .content)
    note(key, .content, .content(next))
    history.made[key, default: []].insert(next.generation)
    history.loose.insert(key)
  }

  private mutating func fetchReturning(_ stream: ModelStream) {
    for key in returning.sorted() {
      let address = ModelAddress(key: key, name: .content)
      guard let value = stream.value(of: address), let own = registers[key]?[.content] else {
        continue
      }
      registers[key]?[.content] = own.joined(with: value)
    }
    returning = []
  }

  /// Forgets the marks of purges that have ended.
  private mutating func endMarks(at wall: Int64, _ lifetimes: ModelLifetimes) {
    guard rules.endsMarks else { return }
    let now = time(at: wall) - offset
    for (key, mark) in marks where mark.isExpired(at: now, lifetime: lifetimes.mark) {
      if let content = content(key), content.isPurged {
        if isUnsentPurge(key) { continue }
        removeDependents(key, upTo: content.generation)
        remove(key, .content)
        confirmed.remove(ModelAddress(key: key, name: .content))
      }
      if mark.isExpired(at: now, lifetime: lifetimes.retention) { marks[key] = nil }
    }
  }
}

extension ModelMachine {
  /// A purge that could not be sent until its mark would end gets the time of its sending.
  private mutating func renewMarks(at wall: Int64, _ lifetimes: ModelLifetimes) throws {
    let now = time(at: wall) - offset
    for key in marks.keys.sorted() where isUnsentPurge(key) {
      guard let content = content(key), let mark = AbsentMark(of: content),
        mark.isExpired(at: now, lifetime: lifetimes.renewal)
      else { continue }
      let renewed = content.purged(at: try clock(after: content.latest, at: wall))
      set(.content(renewed), key, .content)
      marks[key] = marks[key]?.joined(with: renewed)
    }
  }
}

extension ModelMachine {
  /// Whether the message was purged here, and nobody was told.
  private func isUnsentPurge(_ key: String) -> Bool {
    guard let content = content(key), content.isPurged, content.purgedAt?.origin == origin else {
      return false
    }
    return dirty.contains(ModelAddress(key: key, name: .content))
  }

  /// Gives up the purges of a machine that was away for long, where the exchange lacks the message,
  /// or has later changes of it.
  private mutating func giveUpPurges(_ stream: ModelStream, in history: inout ModelHistory) {
    for key in marks.keys.sorted() where isUnsentPurge(key) {
      guard let own = content(key), let clock = own.purgedAt else { continue }
      let address = ModelAddress(key: key, name: .content)
      if case .content(let present)? = stream.value(of: address) {
        guard !present.isPurged, present.latest.map({ clock < $0 }) ?? false else { continue }
        marks[key] = nil
      }
      history.loose.insert(key)
      remove(key, .content)
    }
  }
}

/// The times of a model, in the place of 180, 210, 150 and 15 days.
struct ModelLifetimes {
  var mark: Int64 = 200_000
  var retention: Int64 = 240_000
  var absence: Int64 = 150_000
  var renewal: Int64 = 25_000
}

extension ContentRegister {
  /// The content as a message of its own, after all that the exchange may know of it.
  ///
  /// For a message that was pushed again on a machine that was away for long; see
  /// ``AbsentMark/isLongAbsence(since:at:limit:)``. A question is asked no longer.
  fileprivate func begunAnew() -> Self {
    guard !isPurged else { return self }
    var next = self
    next.generation += 1
    next.askedAt = nil
    return next
  }
}
