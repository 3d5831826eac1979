import JSON

/// Makes messages of JSON-RPC 2.0: responses, notifications and requests.
enum RPC {
  /// The error in the response to a failed request.
  struct Failure: Error {
    var code: Code
    var message: String
  }

  enum Code: Int {
    case parseError = -32700
    case invalidRequest = -32600
    case methodNotFound = -32601
    case invalidParameters = -32602
    case notInitialized = -32002
    case requestCancelled = -32800
    /// A valid request that the server refuses, such as a rename to a name that exists already.
    case requestFailed = -32803
  }

  static func response(_ id: JSONValue, _ result: JSONValue) -> JSONValue {
    ["jsonrpc": "2.0", "id": id, "result": result]
  }

  static func response(_ id: JSONValue, _ failure: Failure) -> JSONValue {
    [
      "jsonrpc": "2.0", "id": id,
      "error": ["code": .int(failure.code.rawValue), "message": .string(failure.message)],
    ]
  }

  static func notification(_ method: String, _ parameters: JSONValue) -> JSONValue {
    ["jsonrpc": "2.0", "method": .string(method), "params": parameters]
  }

  static func request(_ id: String, _ method: String) -> JSONValue {
    ["jsonrpc": "2.0", "id": .string(id), "method": .string(method)]
  }
}
