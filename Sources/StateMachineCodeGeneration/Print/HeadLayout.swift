/// The head of a type, such as `public struct Door: Hashable {`. If it is too long, it is broken as swift-format does:
/// at the generic parameters, at the conformances and before `where`.
struct HeadLayout {
  /// The text before the generic parameters: `public struct Name`.
  var introducer: String
  var parameters: [String] = []
  var conformances: [String] = []
  var requirements: [String] = []

  typealias Line = (steps: Int, text: String)

  /// Returns the lines of the head, the last of which ends in `{`. Each line has a text and `steps`: the number of
  /// levels by which it is indented more than the first line.
  ///
  /// - Parameters:
  ///   - width: the number of available columns.
  ///   - step: the number of columns of one level of indentation.
  func lines(width: Int, step: Int) -> [Line] {
    let generics = parameters.isEmpty ? "" : "<\(parameters.joined(separator: ", "))>"
    let requirement = "where \(requirements.joined(separator: ", ")) {"
    let end = requirements.isEmpty ? " {" : ""
    func fits(_ text: String, _ steps: Int = 0) -> Bool { text.utf8.count + steps * step <= width }

    var line: Line = (0, introducer + generics)
    let list = (conformances.isEmpty ? "" : ": ") + conformances.joined(separator: ", ")
    let whole = line.text + list + (requirements.isEmpty ? end : " " + requirement)
    if fits(whole) { return [(0, whole)] }
    var lines: [Line] = []
    // The first conformance is on the line of the parameters.
    let first = conformances.first.map { ": " + $0 + (conformances.count > 1 ? "," : end) } ?? end
    if !parameters.isEmpty, !fits(line.text + first) {
      lines = [(0, introducer + "<")] + filled(parameters, width, step)
      line.text = ">"
    }
    for (index, conformance) in conformances.enumerated() {
      let isLast = index == conformances.count - 1
      let item = conformance + (isLast ? "" : ",")
      let longer = line.text + (index == 0 ? ": " : " ") + item
      if index == 0 || fits(longer + (isLast ? end : ""), line.steps) {
        line.text = longer
      } else {
        lines.append(line)
        line = (1, item)
      }
    }
    if requirements.isEmpty { return lines + [(line.steps, line.text + end)] }
    if line.steps == 0, fits(line.text + " " + requirement) { return lines + [(0, line.text + " " + requirement)] }
    lines.append(line)
    if fits(requirement) { return lines + [(0, requirement)] }
    return lines + [(0, "where")] + filled(requirements, width, step) + [(0, "{")]
  }

  /// Returns the elements of a list, such as the generic parameters of a type, in as few lines as possible. Commas
  /// separate the elements.
  ///
  /// - Parameters:
  ///   - width: the number of columns of a line.
  ///   - step: the number of columns by which each line is indented.
  private func filled(_ items: [String], _ width: Int, _ step: Int) -> [Line] {
    var lines: [String] = []
    for (index, item) in items.enumerated() {
      let item = item + (index == items.count - 1 ? "" : ",")
      if let last = lines.last, last.utf8.count + 1 + item.utf8.count + step <= width {
        lines[lines.count - 1] += " " + item
      } else {
        lines.append(item)
      }
    }
    return lines.map { (1, $0) }
  }
}
