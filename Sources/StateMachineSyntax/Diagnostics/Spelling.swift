/// Finds the declared name that was probably meant by an undeclared one.
package enum Spelling {
  /// The largest number of declared names that are compared with a misspelled one. It limits the time of a search.
  private static let candidateLimit = 5_000
  private static let lengthLimit = 64

  /// Returns the candidate that is spelled most like `name`, ignoring case. Nil if too many letters of the most similar
  /// candidate differ. At most a third of the letters may differ; in a name of two letters, one may differ, and in a
  /// name of one letter, none.
  package static func nearest(to name: String, among candidates: some Sequence<String>) -> String? {
    let wanted = Array(name.lowercased().utf8)
    guard !wanted.isEmpty, wanted.count <= lengthLimit else { return nil }
    var best: (distance: Int, name: String)?
    for candidate in candidates.prefix(candidateLimit) {
      let letters = Array(candidate.lowercased().utf8)
      let allowed = wanted.count == 1 ? 0 : max(1, max(wanted.count, letters.count) / 3)
      guard letters.count <= lengthLimit, abs(letters.count - wanted.count) <= allowed else { continue }
      let distance = distance(wanted, letters)
      if distance <= allowed, distance < best?.distance ?? .max { best = (distance, candidate) }
    }
    return best?.name
  }

  /// Returns the first candidate that differs from `name` only in case or by one typing mistake. The mistake is a
  /// letter replaced, added or missing, two letters swapped, two letters for one, or one for two. Nil if no candidate
  /// is so similar, or if `name` has at most three letters. Names that differ only in a final `s` or in digits count as
  /// different names.
  package static func slip(_ name: String, among candidates: some Sequence<String>) -> String? {
    let wanted = Array(name.lowercased().utf8)
    guard wanted.count > 3, wanted.count <= lengthLimit else { return nil }
    return candidates.prefix(candidateLimit).first { candidate in
      let other = Array(candidate.lowercased().utf8)
      if other == wanted { return candidate != name }
      guard other.count > 3, other + [UInt8(ascii: "s")] != wanted, wanted + [UInt8(ascii: "s")] != other else {
        return false
      }
      guard !wanted.filter({ !Ascii.isDigit($0) }).elementsEqual(other.filter { !Ascii.isDigit($0) }) else {
        return false
      }
      // The equal letters at both ends are removed. `first` and `second` are the parts that differ: at most two letters
      // against one, or two that are swapped.
      let start = zip(wanted, other).prefix { $0 == $1 }.count
      let rests = (wanted.dropFirst(start), other.dropFirst(start))
      let end = zip(rests.0.reversed(), rests.1.reversed()).prefix { $0 == $1 }.count
      let (first, second) = (rests.0.dropLast(end), rests.1.dropLast(end))
      return first.count + second.count <= 3 && max(first.count, second.count) - min(first.count, second.count) <= 1
        || first.count == 2 && first.elementsEqual(second.reversed())
    }
  }

  /// Returns the smallest number of changes that make the second text from the first. A change inserts, deletes or
  /// replaces a letter, or swaps two adjacent letters.
  private static func distance(_ first: [UInt8], _ second: [UInt8]) -> Int {
    var beforeLast = [Int](repeating: 0, count: second.count + 1)
    var last = Array(0...second.count)
    for i in 0..<first.count {
      var row = [i + 1] + [Int](repeating: 0, count: second.count)
      for j in 0..<second.count {
        let cost = first[i] == second[j] ? 0 : 1
        row[j + 1] = min(last[j + 1] + 1, row[j] + 1, last[j] + cost)
        if i > 0, j > 0, first[i] == second[j - 1], first[i - 1] == second[j] {
          row[j + 1] = min(row[j + 1], beforeLast[j - 1] + 1)
        }
      }
      beforeLast = last
      last = row
    }
    return last[second.count]
  }
}
