import HTTPTypes
import Testing

@testable import InboxSources

@Suite struct HTTPCallTests {
  private func call(_ path: String, _ fields: HTTPFields = [:]) throws -> HTTPCall {
    let head = HTTPRequest(
      method: .get, scheme: "http", authority: "localhost", path: path, headerFields: fields)
    return try HTTPCall(head, client: "::1")
  }

  @Test func `path and query are decoded once`() throws {
    let call = try call("//a%20b/c%252Fd?T=1+2%2B3&flag&x=#end")
    #expect(call.path == ["a b", "c%2Fd"])
    #expect(call.query.map(\.name) == ["t", "flag", "x"])
    #expect(call.query.map(\.value) == ["1 2+3", "", ""])
    #expect(call.parameter("t") == "1 2+3")
    #expect(call.parameter("flag", "x") == nil)
  }

  @Test(arguments: ["/%ff", "/?a=%c3%28", "/?%fe=1"])
  func `bytes that are no UTF-8 are refused`(_ path: String) {
    #expect(throws: HTTPProblem.notUTF8) { try call(path) }
  }

  @Test func `a header wins over the query, in the order of the names`() throws {
    let call = try call("/?title=query", [.init("Title")!: " header ", .init("t")!: "short"])
    #expect(call.parameter("x-title", "title", "t") == "header")
    #expect(call.headers["host"] == "localhost")
  }

  @Test func `a percent sign that encodes nothing stands for itself`() throws {
    #expect(try call("/100%/%zz").path == ["100%", "%zz"])
  }

  @Test func `an encoded word of a header is decoded, and one of the query stays`() throws {
    let call = try call("/?m=%3D%3FUTF-8%3FB%3Fw5w%3D%3F%3D", [.init("Title")!: "=?UTF-8?B?w5w=?="])
    #expect(call.parameter("title") == "Ü")
    #expect(call.parameter("m") == "=?UTF-8?B?w5w=?=")
  }
}
