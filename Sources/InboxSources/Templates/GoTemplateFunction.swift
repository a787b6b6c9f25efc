import Foundation
import InboxText

/// The functions of templates: Go's own, and those of Sprig that are useful for notifications.
enum GoTemplateFunction {
  /// The implementation of a function.
  typealias Body = @Sendable (GoTemplateArguments) throws -> JSONValue

  /// The number of arguments of a function, and its implementation.
  struct Function: Sendable {
    let counts: ClosedRange<Int>
    let body: Body

    init(_ counts: ClosedRange<Int>, _ body: @escaping Body) {
      (self.counts, self.body) = (counts, body)
    }

    init(_ count: Int, _ body: @escaping Body) {
      self.init(count...count, body)
    }
  }

  /// One or more arguments.
  static let some = 1...1_000

  private static let all = [comparing, numbers, texts, lists, objects]
    .reduce(into: [String: Function]()) { $0.merge($1) { first, _ in first } }

  /// Whether a function with a name exists.
  static func isKnown(_ name: String) -> Bool { all[name] != nil }

  /// Whether a function ignores the arguments after this one.
  static func isDecided(_ name: String, by argument: JSONValue) -> Bool {
    name == "and" && !argument.isTrue || name == "or" && argument.isTrue
  }

  /// Calls a function.
  ///
  /// - Throws: ``GoTemplateError/failed(_:)``, ``GoTemplateError/tooCostly``.
  static func value(
    of name: String, _ arguments: [JSONValue]
  ) throws(GoTemplateError) -> JSONValue {
    guard let function = all[name] else { throw .failed("there is no function \(name)") }
    guard function.counts.contains(arguments.count) else {
      throw .failed("\(name) takes another number of arguments")
    }
    do {
      return try function.body(GoTemplateArguments(name: name, values: arguments))
    } catch {
      throw error as? GoTemplateError ?? .failed("\(error)")
    }
  }
}

/// The arguments of a function, converted to the required types.
struct GoTemplateArguments: Sendable {
  let name: String
  let values: [JSONValue]

  subscript(_ index: Int) -> JSONValue { values[index] }

  /// The last argument, which a pipeline passes.
  var last: JSONValue { values.last ?? .null }

  /// An argument as text.
  func text(_ index: Int) throws(GoTemplateError) -> String {
    values[index] == .null ? "" : try values[index].goText()
  }

  func integer(_ index: Int) throws(GoTemplateError) -> Int {
    guard let number = values[index].goInteger, let integer = Int(exactly: number) else {
      throw .failed("\(name) takes a whole number")
    }
    return integer
  }

  func list(_ index: Int) throws(GoTemplateError) -> [JSONValue] {
    switch values[index] {
    case .array(let list): return list
    case .null: return []
    default: throw .failed("\(name) takes a list")
    }
  }

  func object(_ index: Int) throws(GoTemplateError) -> [String: JSONValue] {
    switch values[index] {
    case .object(let fields): return fields
    case .null: return [:]
    default: throw .failed("\(name) takes an object")
    }
  }

  /// The elements of a list as texts.
  func texts(_ index: Int) throws(GoTemplateError) -> [String] {
    var texts: [String] = []
    var size = 0
    for element in try list(index) {
      let text = try element.goText()
      size += text.utf8.count
      guard size <= JSONValue.mostTextBytes else { throw .tooCostly }
      texts.append(text)
    }
    return texts
  }

  /// Checks the size of a resulting text.
  func check(size: Int, times: Int = 1) throws(GoTemplateError) {
    let (product, isTooLarge) = size.multipliedReportingOverflow(by: max(0, times))
    guard !isTooLarge, product <= JSONValue.mostTextBytes else { throw .tooCostly }
  }
}

/// Functions that compare and choose.
extension GoTemplateFunction {
  static let comparing: [String: Function] = [
    // No argument before the last decided the result.
    "and": Function(some) { $0.last }, "or": Function(some) { $0.last },
    "not": Function(1) { .bool(!$0[0].isTrue) },
    "eq": Function(2...1_000) { arguments in
      for value in arguments.values.dropFirst() where try value.isSame(as: arguments[0]) {
        return .bool(true)
      }
      return .bool(false)
    },
    "ne": Function(2) { .bool(!(try $0[0].isSame(as: $0[1]))) },
    "lt": Function(2) { .bool(try $0.order() < 0) },
    "le": Function(2) { .bool(try $0.order() <= 0) },
    "gt": Function(2) { .bool(try $0.order() > 0) },
    "ge": Function(2) { .bool(try $0.order() >= 0) },
    "default": Function(1...2) { $0.last.isTrue ? $0.last : $0[0] },
    "empty": Function(1) { .bool(!$0[0].isTrue) },
    "coalesce": Function(some) { $0.values.first(where: \.isTrue) ?? .null },
    "all": Function(some) { .bool($0.values.allSatisfy(\.isTrue)) },
    "any": Function(some) { .bool($0.values.contains(where: \.isTrue)) },
    "ternary": Function(3) { $0[2].isTrue ? $0[0] : $0[1] },
    "fail": Function(1) { throw GoTemplateError.failed(try $0.text(0)) },
    "kindOf": Function(1) { .string($0[0].kind) },
    "kindIs": Function(2) { .bool($0[0] == .string($0[1].kind)) },
  ]

  /// Functions of numbers.
  static let numbers: [String: Function] = [
    "add": Function(some) { try $0.fold { $0 &+ $1 } },
    "add1": Function(1) { .integer(Int64(try $0.integer(0) &+ 1)) },
    "sub": Function(2) { try $0.fold { $0 &- $1 } },
    "mul": Function(some) { try $0.fold { $0 &* $1 } },
    "div": Function(2) { try $0.divided { $0 / $1 } },
    "mod": Function(2) { try $0.divided { $0 % $1 } },
    "max": Function(some) { try $0.fold(Swift.max) },
    "min": Function(some) { try $0.fold(Swift.min) },
    "floor": Function(1) { .number(try $0.number(0).rounded(.down)) },
    "ceil": Function(1) { .number(try $0.number(0).rounded(.up)) },
    "round": Function(2) { arguments in
      let scale = pow(10, Double(min(max(try arguments.integer(1), 0), 15)))
      return .number((try arguments.number(0) * scale).rounded() / scale)
    },
    "int": Function(1) { .integer($0[0].goInteger ?? 0) },
    "int64": Function(1) { .integer($0[0].goInteger ?? 0) },
    "atoi": Function(1) { .integer($0[0].goInteger ?? 0) },
    "float64": Function(1) { .number((try? $0.number(0)) ?? 0) },
  ]
}

extension GoTemplateArguments {
  /// The order of the first two arguments: negative, 0 or positive.
  fileprivate func order() throws(GoTemplateError) -> Int {
    if let first = values[0].goNumber, let second = values[1].goNumber {
      return first < second ? -1 : first > second ? 1 : 0
    }
    guard case .string(let first) = values[0], case .string(let second) = values[1] else {
      throw .failed("\(name) compares numbers with numbers and texts with texts")
    }
    return first < second ? -1 : first > second ? 1 : 0
  }

  fileprivate func number(_ index: Int) throws(GoTemplateError) -> Double {
    if let number = values[index].goNumber { return number }
    if case .string(let text) = values[index], let number = Double(text), number.isFinite {
      return number
    }
    throw .failed("\(name) takes a number")
  }

  fileprivate func fold(_ combine: (Int, Int) -> Int) throws(GoTemplateError) -> JSONValue {
    var result = try integer(0)
    for index in values.indices.dropFirst() { result = combine(result, try integer(index)) }
    return .integer(Int64(result))
  }

  fileprivate func divided(
    _ part: (Int, Int) -> Int
  ) throws(GoTemplateError) -> JSONValue {
    let (number, divisor) = (try integer(0), try integer(1))
    guard divisor != 0 else { throw .failed("\(name) by zero") }
    // The quotient that can overflow.
    guard divisor != -1 else { return .integer(name == "mod" ? 0 : Int64(0 &- number)) }
    return .integer(Int64(part(number, divisor)))
  }
}

extension JSONValue {
  /// Go's name of its kind.
  fileprivate var kind: String {
    switch self {
    case .null: "invalid"
    case .bool: "bool"
    case .integer: "int64"
    case .number, .decimal: "float64"
    case .string: "string"
    case .array: "slice"
    case .object: "map"
    }
  }
}
