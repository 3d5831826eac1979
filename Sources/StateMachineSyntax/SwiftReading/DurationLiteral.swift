/// Reads a duration such as `1.5min` in `after 1.5min`, which becomes a `Duration` in the generated Swift.
package enum DurationLiteral {
  package enum Problem: Error {
    /// The text is not a number with a unit directly after it.
    case malformed
    case zero
    /// The number is too large, has too many digits, or is a fraction of nanoseconds.
    case outOfRange
  }

  /// The number of seconds in each unit for which `Duration` has no function, and in a second.
  private static let factors = ["s": 1, "min": 60, "h": 3600]
  private static let functions = ["ns": "nanoseconds", "us": "microseconds", "ms": "milliseconds"]
  /// The largest number of digits. Numbers with more digits might not fit into 64 bits.
  private static let maximumDigits = 17

  /// Returns a duration as a Swift expression: `.seconds(90)` for `1.5min`. The digits are multiplied as an integer, so
  /// nothing is rounded.
  package static func swift(_ text: String) throws(Problem) -> String {
    let number = text.prefix { $0.isASCII && $0.isNumber || $0 == "." }
    let unit = String(text.dropFirst(number.count))
    guard factors[unit] != nil || functions[unit] != nil else { throw .malformed }
    let parts = number.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count <= 2, parts.allSatisfy({ !$0.isEmpty }) else { throw .malformed }
    var fraction = parts.count == 2 ? parts[1] : ""
    while fraction.last == "0" { fraction.removeLast() }
    let whole = parts[0].drop { $0 == "0" }
    guard whole.count + fraction.count <= maximumDigits else { throw .outOfRange }
    guard let digits = Int("0" + whole + fraction) else { throw .malformed }
    guard digits > 0 else { throw .zero }
    let (product, overflow) = digits.multipliedReportingOverflow(by: factors[unit] ?? 1)
    guard !overflow, unit != "ns" || fraction.isEmpty else { throw .outOfRange }
    return ".\(functions[unit] ?? "seconds")(\(decimal(product, places: fraction.count)))"
  }

  /// Returns the units that a word may mean: `min` and `ms` for `m`, `h` for `h` and `hours`. Empty for other words.
  static func units(meantBy word: String) -> [String] {
    switch word.lowercased() {
    case "m": ["min", "ms"]
    case "ns", "nsec", "nanoseconds": ["ns"]
    case "us", "usec", "µs", "microseconds": ["us"]
    case "ms", "msec", "msecs", "millis", "millisecond", "milliseconds": ["ms"]
    case "s", "sec", "secs", "second", "seconds": ["s"]
    case "min", "mins", "minute", "minutes": ["min"]
    case "h", "hr", "hrs", "hour", "hours": ["h"]
    default: []
    }
  }

  /// Returns whether an expression in parentheses is plainly a duration of zero, such as `(.zero)` or
  /// `(Duration.seconds(0))`.
  static func isZero(_ expression: String) -> Bool {
    var text = expression.filter { !$0.isWhitespace }.dropFirst().dropLast()
    if text.hasPrefix("Duration.") { text = text.dropFirst("Duration".count) }
    guard text.first == "." else { return false }
    return text == ".zero"
      || functionNames.contains { name in ["0", "0.0"].contains { text == ".\(name)(\($0))" } }
  }

  private static let functionNames = ["seconds"] + functions.values

  /// Returns `digits` as text with a decimal point before the last `places` digits: `1.5` for 15 and 1. Zeros at the
  /// end of the fraction are left out.
  private static func decimal(_ digits: Int, places: Int) -> String {
    guard places > 0 else { return grouped("\(digits)") }
    var text = "\(digits)"
    while text.count <= places { text = "0" + text }
    var fraction = String(text.suffix(places))
    while fraction.last == "0" { fraction.removeLast() }
    let whole = String(text.dropLast(places))
    return fraction.isEmpty ? grouped(whole) : "\(whole).\(fraction)"
  }

  /// Returns digits in groups of three, `86_400`, if there are more than four.
  private static func grouped(_ digits: String) -> String {
    guard digits.count > 4 else { return digits }
    var text = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { text += "_" }
      text.append(digit)
    }
    return text
  }
}
