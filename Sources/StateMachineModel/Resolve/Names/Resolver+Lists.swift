import StateMachineSyntax

/// Finds the fields to which the elements of a list belong: the patterns in `open(n)`, or the arguments in
/// `-> open(persons: 1)`.
extension Resolver {
  /// Returns, for each element of a list, the index of the field to which it belongs. Nil if the list does not fit the
  /// fields; this is reported, and sets `row.isBroken`. A list that lacks elements is not reported here.
  ///
  /// An element with a label belongs to the field with this label. Elements without labels belong, in order, to the
  /// fields without labels. A list of patterns without labels may also stand for all fields, as in Swift: `open(n)` for
  /// the field `persons`.
  ///
  /// - Parameters:
  ///   - what: the kind of declaration with the fields, for messages: `state`.
  ///   - name: the name of the declaration.
  ///   - isPattern: whether the elements are patterns, and not arguments.
  mutating func match(
    _ list: ArgumentListSyntax, to fields: [Field], of what: String, named name: Identifier, isPattern: Bool
  ) -> [Int]? {
    // Only a finding needs the text of the name.
    var spelling: String { text(name.id) }
    if list.items.count == fields.count, list.items.allSatisfy({ $0.label == nil }),
      isPattern || fields.allSatisfy({ $0.label == nil })
    {
      let places = Array(fields.indices)
      readSubmachineNames(in: list, places, fields, isPattern: isPattern)
      return places
    }
    var places: [Int] = []
    places.reserveCapacity(list.items.count)
    var taken = Array(repeating: false, count: fields.count)
    // Each wrong or missing label is a mistake of its own.
    var fits = true
    for item in list.items {
      if let label = item.label {
        guard let place = fields.firstIndex(where: { $0.label?.id == label.id }) else {
          // The label of a submachine's field cannot be written.
          let labels = fields.compactMap { $0.label.map { text($0.id) } }.filter { !$0.isEmpty }
          reportOnce(
            .unknownLabel(
              text(label.id), label.range, what, spelling,
              nearest: Spelling.nearest(to: text(label.id), among: labels), labels: labels
            ).note("'\(spelling)' is declared here", name.range))
          fits = false
          continue
        }
        guard !taken[place] else {
          reportOnce(.labelTwice(text(label.id), label.range))
          fits = false
          continue
        }
        note(label: label, of: fields[place])
        taken[place] = true
        places.append(place)
      } else if let place = fields.indices.first(where: { !taken[$0] && fields[$0].label == nil }) {
        taken[place] = true
        places.append(place)
      } else {
        let unlabelled = fields.indices.first { !taken[$0] }
        guard list.items.count <= fields.count, let unlabelled, let label = fields[unlabelled].label else {
          row.isBroken = true
          if fits {
            reportOnce(
              .tooMany(what, spelling, found: list.items.count, expected: fields.count, item.value.range, isPattern)
                .note("'\(spelling)' is declared here", name.range))
          }
          return nil
        }
        reportOnce(
          .missingLabel(text(label.id), source.text(item.value.range), item.value.range, what, spelling)
            .note("'\(spelling)' is declared here", name.range))
        taken[unlabelled] = true
        fits = false
      }
    }
    guard fits else {
      row.isBroken = true
      return nil
    }
    readSubmachineNames(in: list, places, fields, isPattern: isPattern)
    return places
  }
}
