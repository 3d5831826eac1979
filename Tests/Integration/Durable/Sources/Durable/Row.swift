import Foundation

/// A row of a table: the texts of its columns, without those that are NULL.
public typealias Row = [String: String]

extension Row {
  func with(_ columns: Row) -> Row { merging(columns) { $1 } }

  /// Reads a number or another value, which is JSON in the tables, so that people can read it, too.
  func value<Content: Decodable>(_ column: String) throws -> Content {
    try JSONDecoder().decode(Content.self, from: Data(self[column, default: ""].utf8))
  }
}

extension Encodable {
  /// The value as JSON.
  var json: String { get throws { String(decoding: try JSONEncoder().encode(self), as: UTF8.self) } }
}

extension [Row] {
  /// The rows as an array of objects. An encoder for the whole would take longer: most texts need none.
  func objects() throws -> String {
    let objects = try map { row in
      try row.map { column, text in
        let isPlain = text.utf8.allSatisfy { $0 > UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
        return "\"\(column)\":\(isPlain ? "\"\(text)\"" : try text.json)"
      }.joined(separator: ",")
    }
    return objects.isEmpty ? "[]" : "[{\(objects.joined(separator: "},{"))}]"
  }
}

extension Duration {
  /// The duration in microseconds, rounded up: no timer is early.
  var microseconds: Int {
    Int(components.seconds) * 1_000_000 + Int((components.attoseconds + 999_999_999_999) / 1_000_000_000_000)
  }
}
