import InboxText

extension ContentRegister {
  /// The register as JSON; equal registers have equal texts.
  var json: JSONValue {
    var members = unknown.values
    members["v"] = .integer(ExchangeRegister.version)
    members["g"] = .integer(generation)
    if let purgedAt {
      members["t"] = JSONValue(purgedAt)
      members["purged"] = .bool(true)
      return .object(members)
    }
    let usual = usualClock
    members["t"] = usual.map { JSONValue($0) }
    members["source"] = identity.map { .string($0.source) }
    members["id"] = identity.map { .string($0.id) }
    members["received"] = fields[Self.received]?.value
    members["asker"] = askedAt.map { JSONValue($0) }
    members["partial"] = isPartial ? .bool(true) : nil
    members["whole"] = wholeAt.map { JSONValue($0) }
    members["up"] = attention?.json(JSONValue.bool)
    members["awake"] = awoken.latest.map { JSONValue($0) }
    members.merge(raised.members("up", besides: raisedAt)) { $1 }
    members.merge(awoken.members("awake", besides: awoken.latest)) { $1 }
    members.merge(altered.members("text")) { $1 }
    members["p"] = .object(fields.filter { $0.key != Self.received }.mapValues(\.value))
    let others = fields.filter { $0.value.clock != usual }.mapValues { JSONValue($0.clock) }
    members["f"] = others.isEmpty ? nil : .object(others)
    let unusual = fields.filter { $0.value.isWhole == isPartial }.keys.sorted()
    members[isPartial ? "full" : "part"] = JSONValue(names: unusual)
    return .object(members)
  }

  private var raisedAt: HybridClock? { attention.flatMap { $0.value ? $0.clock : nil } }

  /// The timestamp of most fields, the earliest of several; that of the message without fields.
  private var usualClock: HybridClock? {
    var counts: [HybridClock: Int] = [:]
    for field in fields.values { counts[field.clock, default: 0] += 1 }
    return counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? latest
  }

  /// Decodes the members after the version.
  init(_ reader: inout MemberReader) throws(RegisterError) {
    generation = try reader.integer("g").required()
    let usual = try reader.clock("t")
    guard try !reader.flag("purged") else {
      purgedAt = try usual.required()
      // What a purge must not leave behind.
      for name in ["source", "id", "p", "f", "received"] { _ = reader.value(name) }
      unknown = reader.unknown
      return
    }
    identity = MessageIdentity(
      source: try reader.text("source").required(),
      id: try reader.text("id", upTo: Payload.identifierLength.upperBound).required())
    isPartial = try reader.flag("partial")
    askedAt = try reader.clock("asker")
    wholeAt = try reader.clock("whole")
    attention = try reader.stampedFlag("up")
    raised = try reader.clocks("up", and: raisedAt)
    awoken = try reader.clocks("awake", and: reader.clock("awake"))
    altered = try reader.clocks("text")
    fields = try Self.fields(&reader, isPartial: isPartial, usual: usual)
    unknown = reader.unknown
    if let wholeAt { fields = fields.filter { !$0.value.isCleared(by: wholeAt) } }
  }

  private static func fields(
    _ reader: inout MemberReader, isPartial: Bool, usual: HybridClock?
  ) throws(RegisterError) -> [String: ContentField] {
    guard case .object(var values)? = reader.value("p"), values[received] == nil else {
      throw RegisterError()
    }
    let time = try reader.integer("received", in: 0...HybridClock.latestMilliseconds)
    values[received] = time.map(JSONValue.integer)
    guard !values.isEmpty else { return [:] }
    let usual = try usual.required()
    var fields = values.mapValues { ContentField(value: $0, isWhole: !isPartial, clock: usual) }
    var clocks = try MemberReader(reader.value("f") ?? .object([:]))
    for name in clocks.names {
      fields[name] = try fields[name].required()
      fields[name]?.clock = try clocks.clock(name).required()
    }
    for name in try reader.list(isPartial ? "full" : "part") {
      fields[name] = try fields[name].required()
      fields[name]?.isWhole = isPartial
    }
    return fields
  }
}
