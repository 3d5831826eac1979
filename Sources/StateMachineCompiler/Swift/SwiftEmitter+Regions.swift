/// States within regions. A composite with regions holds a struct with one property for each; a path leads from the
/// machine's state through such structs, one segment of nested cases for each region on the way.
extension SwiftEmitter {
  /// The part of a state's path within one region, or within the machine's own body.
  struct Segment {
    /// -1 for the machine's body.
    var region: Int
    /// The innermost state of the path in this segment.
    var last: Int
  }

  /// The segments of a state's path, outer first.
  func segments(of state: Int) -> [Segment] {
    var segments: [Segment] = []
    for step in machine.path(of: state) where !machine.states[step].isRegion {
      let region = machine.region(of: step)
      if let last = segments.indices.last, segments[last].region == region {
        segments[last].last = step
      } else {
        segments.append(Segment(region: region, last: step))
      }
    }
    return segments
  }

  /// The variable that holds the regions of the composite that a segment ends in.
  private func regionsName(_ segment: Int) -> LocalName {
    .fresh(machine.names.fresh(segment == 0 ? "regions" : "regions\(segment + 1)"))
  }

  /// What a segment's state is read from and written to: `self.state`, `regions.audio`.
  private func subject(_ segment: Int, _ segments: [Segment]) -> String {
    let region = segments[segment].region
    guard region >= 0 else { return "self.state" }
    let name = spelling(machine.states[region].name)
    guard segment > 0, case .fresh(let holder) = regionsName(segment - 1) else { return "self.state.\(name)" }
    return "\(holder).\(name)"
  }

  // MARK: Binding

  /// Binds what a state and the composites around it hold, in a function that is called where the state is active. With one
  /// state there is nothing that a `guard` could find instead, and Swift warns of one: then a `switch` is opened.
  ///
  /// - Parameters:
  ///   - otherwise: what is returned where the state is not active.
  ///   - storing: the segment whose state is to be replaced; -1 for none.
  ///   - count: how many segments are looked at.
  ///   - rebuilds: whether the segment's state is built anew around what it holds.
  /// - Returns: how many switches have been opened.
  mutating func beginMatch(
    _ state: Int, _ names: [LocalName?] = [], _ isVariable: [Bool] = [], child: LocalName?, otherwise: String = "",
    storing: Int = -1, count: Int = .max, rebuilds: Bool = false
  ) -> Int {
    let segments = segments(of: state)
    var deepest = child == nil ? storing : segments.count - 1
    for (place, segment) in segments.enumerated() {
      let declaration = machine.states[segment.last]
      let first = place == 0 ? 0 : machine.states[segment.region].pathFields.count
      if (first..<declaration.pathFields.count).contains(where: { $0 < names.count && names[$0] != nil }) {
        deepest = max(deepest, place)
      }
    }
    // What is within the innermost segment that is built anew is kept.
    let keeps = rebuilds && storing >= 0 && storing < segments.count - 1 ? storing : -1
    deepest = min(deepest, count - 1)
    guard deepest >= 0 else { return 0 }
    var opened = 0
    for place in 0...deepest {
      let last = segments[place].last
      let first = place == 0 ? 0 : machine.states[segments[place].region].pathFields.count
      let binds = (first..<machine.states[last].pathFields.count).contains { $0 < names.count && names[$0] != nil }
      let held =
        place < deepest || place == keeps ? regionsName(place) : place == segments.count - 1 ? child : nil
      guard binds || held != nil else { continue }
      let isOnlyState = isOnlyState(last)
      if isOnlyState {
        writer.line(string: "switch \(subject(place, segments)) {")
        opened += 1
      }
      writer.write(isOnlyState ? "case " : "guard case ")
      writePattern(of: last, names, isVariable, child: held, childIsVariable: place < deepest && place < storing)
      if isOnlyState {
        writer.line(":")
        writer.indent()
      } else {
        writer.line(string: " = \(subject(place, segments)) else { return\(otherwise) }")
      }
    }
    return opened
  }

  mutating func endMatch(_ opened: Int) {
    for _ in 0..<opened {
      writer.outdent()
      writer.line("}")
    }
  }

  /// Binds what leads to a region, and says where its state is found.
  mutating func beginRegion(_ region: Int, otherwise: String = "") -> (opened: Int, subject: String) {
    let parallel = Int(machine.states[region].parent)
    let name = spelling(machine.states[region].name)
    guard parallel >= 0 else { return (0, "self.state.\(name)") }
    let holder = regionsName(segments(of: parallel).count - 1)
    let opened = beginMatch(parallel, child: holder, otherwise: otherwise)
    guard case .fresh(let text) = holder else { return (opened, name) }
    return (opened, "\(text).\(name)")
  }

  // MARK: Storing

  /// The segment of a source's path in which an arrow replaces the state.
  func storingSegment(of source: Int, domain: Int) -> Int {
    guard domain >= 0 else { return 0 }
    let region = machine.states[domain].isRegion ? domain : machine.region(of: domain)
    return segments(of: source).firstIndex { $0.region == region } ?? 0
  }

  /// Writes `self.state = …` for a state's own segment and what is around it, the fields with new values.
  ///
  /// - Parameters:
  ///   - segment: the innermost segment that changes; what is within keeps its value.
  ///   - child: what a composite at the end of the path holds.
  mutating func writeRebuilt(
    _ state: Int, segment: Int? = nil, child: LocalName?, value: (inout SwiftEmitter, Int) -> FieldValue
  ) {
    let segments = segments(of: state)
    let innermost = segment ?? segments.count - 1
    for place in (0...innermost).reversed() {
      let isLast = place == segments.count - 1
      writer.write(string: "\(subject(place, segments)) = ")
      writeState(segments[place].last, child: isLast ? child : regionsName(place), value: value)
      if place > 0 { writer.endLine() }
    }
  }

  /// The innermost segment of an internal transition's source that it changes.
  func rebuiltSegment(by transition: Transition) -> Int {
    let source = Int(transition.source)
    let fields = machine.rebuiltFields(by: transition)
    let segments = segments(of: source)
    return segments.lastIndex { $0.region < 0 || machine.states[$0.region].pathFields.count < max(fields, 1) } ?? 0
  }

  /// Gives up what a state and the composites around it hold, so that a collection in it has one owner; false where a
  /// segment has no state without payload.
  mutating func writeEmptied(_ state: Int, segment: Int) -> Bool {
    let segments = segments(of: state)
    let empty = segments.prefix(segment + 1).map { segment in
      machine.states.indices.first { index in
        let other = machine.states[index]
        return Int(other.parent) == segment.region && other.fields.isEmpty && !other.isComposite && !other.isRegion
      }
    }
    guard empty.allSatisfy({ $0 != nil }) else { return false }
    for (place, state) in empty.enumerated() {
      guard let state else { continue }
      writer.write(string: "\(subject(place, segments)) = .")
      writer.write(member: machine.states[state].name)
      writer.endLine()
    }
    return true
  }

  /// Writes the state that an arrow leads to, into the region that it does not leave, and what is around that region.
  ///
  /// - Parameter child: what the end of the path holds: a composite's child, or the state of a region.
  mutating func writeArrival(
    _ leaf: Int, _ way: Transition, _ arguments: [TargetArgument], _ site: TransitionSite, child: LocalName?,
    _ value: (inout SwiftEmitter, Int, Int, [TargetArgument]) -> FieldValue
  ) {
    let source = Int(way.source)
    let segments = segments(of: source)
    let storing = storingSegment(of: source, domain: Int(way.domain))
    writer.write(string: "\(subject(storing, segments)) = ")
    write(body: segments[storing].region, leaf, way, arguments, child: child, value)
    writer.endLine()
    for place in (0..<storing).reversed() {
      writer.write(string: "\(subject(place, segments)) = ")
      writeState(segments[place].last, child: regionsName(place)) { emitter, field in
        .name(emitter.staying(field, site))
      }
      writer.endLine()
    }
  }

  /// Writes the state of a region, or of the machine's body: the path to a leaf, with the regions on the way.
  private mutating func write(
    body: Int, _ leaf: Int, _ way: Transition, _ arguments: [TargetArgument], child: LocalName?,
    _ value: (inout SwiftEmitter, Int, Int, [TargetArgument]) -> FieldValue
  ) {
    if leaf == body {
      if let child { write(child) }
      return
    }
    let path = machine.path(of: leaf).filter { $0 > body }
    let end = path.firstIndex(where: machine.isParallel).map { $0 + 1 } ?? path.count
    for (depth, state) in path.prefix(end).enumerated() {
      let declaration = machine.states[state]
      let isLast = depth == end - 1
      writer.write(".")
      writer.write(member: declaration.name)
      let isHeld = isLast && state == leaf && child != nil
      let holdsRegions = isLast && machine.isParallel(state) && !isHeld
      if isLast, declaration.fields.isEmpty, !isHeld, !holdsRegions { break }
      writer.write("(")
      var isFirst = true
      for (index, field) in declaration.fields.enumerated() {
        let argument = value(&self, declaration.ownFields + index, leaf, arguments)
        if case .defaultValue = argument { continue }
        if !isFirst { writer.write(", ") }
        isFirst = false
        write(argument, for: field)
      }
      if !isLast || isHeld || holdsRegions, !isFirst { writer.write(", ") }
      if isHeld, let child { write(child) }
      if holdsRegions {
        writer.write(".init(")
        for (index, region) in declaration.children.enumerated() {
          if index > 0 { writer.write(", ") }
          writer.write(parameterLabel: machine.states[region].name)
          writer.write(": ")
          if machine.isInside(leaf, region) {
            write(body: region, leaf, way, arguments, child: child, value)
          } else if let entry = way.regions.first(where: { $0.region == region }) {
            write(body: region, entry.leaf, way, entry.arguments, child: nil, value)
          }
        }
        writer.write(")")
      }
      if isLast { writer.write(")") }
    }
    for _ in 0..<end - 1 { writer.write(")") }
  }

  // MARK: Types

  /// The struct that holds the regions of a composite or of the machine.
  mutating func emitRegions(_ regions: [Int], _ name: String, _ summary: String) {
    writer.line(string: "/// \(summary)")
    writer.write(string: "\(access)struct \(name)")
    writeConformances(nestedConformances(isState: false))
    writer.openBrace()
    for region in regions {
      writer.write(string: "\(access)var ")
      writer.write(machine.states[region].name)
      writer.write(string: ": \(enumName(of: region))")
      writeInitialDefault(of: region)
      writer.endLine()
    }
    if !access.isEmpty {
      writer.blankLine()
      writer.write(string: "\(access)init(")
      for (index, region) in regions.enumerated() {
        if index > 0 { writer.write(", ") }
        writer.write(parameterLabel: machine.states[region].name)
        writer.write(string: ": \(enumName(of: region))")
        writeInitialDefault(of: region)
      }
      writer.write(")")
      writer.openBrace()
      for region in regions {
        let name = spelling(machine.states[region].name)
        writer.line(string: "self.\(name) = \(name)")
      }
      writer.closeBrace()
    }
    for region in regions {
      writer.blankLine()
      let name = text(machine.states[region].name.range)
      emitStates(machine.states[region].children, enumName(of: region), "A state of the region `\(name)`.")
    }
    writer.closeBrace()
  }

  private mutating func writeInitialDefault(of region: Int) {
    let initial = machine.states[region].initialChild
    guard initial >= 0, hasDefault(initial) else { return }
    writer.write(" = .")
    writer.write(member: machine.states[initial].name)
    if !machine.states[initial].fields.isEmpty || machine.states[initial].isComposite { writer.write("()") }
  }
}
