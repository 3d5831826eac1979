import StateMachineModel
import StateMachineSyntax

/// Writes the state that a transition leads to: `self.state = …` with what each field is given.
struct ArrivalLowering {
  let model: SwiftModel
  let states: StateLowering
  var machine: StateMachine { model.machine }
  private var layout: StateLayout { model.layout }

  init(_ model: SwiftModel, _ states: StateLowering) {
    self.model = model
    self.states = states
  }

  /// - Parameters:
  ///   - child: what a composite at the end of the path holds.
  ///   - restored: what the fields were that come back, by place.
  ///   - renewals: what begins anew in a child that is a variable.
  func write(
    _ arrival: Passage.Arrival, of transition: Transition, _ attempt: Attempt, _ place: TransitionLowering.Place,
    child: LocalName? = nil, restored: [Int: String] = [:], renewals: [Passage.Renewal] = [],
    unless history: Passage.HistoryReturn? = nil, _ out: inout SwiftWriter
  ) {
    let shared = writeShared(arrival, renewals, &out)
    let end = arrival.state
    if !renewals.isEmpty, case .fresh(let subject)? = child {
      write(renewals, within: end, subject, restored, &out) { body, arrival, restored, out in
        write(body: body, arrival.state, arrival, arrival.arguments, child: nil, nil, &out) { field, leaf, arguments in
          value(of: field, of: leaf, arguments, attempt, shared, restored)
        }
      }
    }
    var code: SourceRange?
    for (place, argument) in arrival.arguments.enumerated() where code == nil {
      if case .code(let argument) = argument, name(in: shared, of: place, of: end, arrival.arguments) == nil {
        code = argument.range
      }
    }
    out.beginLocation(code ?? machine.rows[transition.row].range)
    let remembered = history.map { ($0.composite, "self.\(model.names.history(of: $0.composite)) ?? ") }
    write(arrival, transition, attempt, place, child: child, remembered, &out) { field, leaf, arguments in
      value(of: field, of: leaf, arguments, attempt, shared, restored)
    }
    out.endLocation()
  }

  /// What a field on the path to a leaf is given.
  private func value(
    of field: Int, of leaf: StateID, _ arguments: [TargetArgument], _ attempt: Attempt,
    _ shared: [EnteredField: LocalName], _ restored: [Int: String]
  ) -> FieldValue {
    if let name = name(in: shared, of: field, of: leaf, arguments) { return .name(name) }
    let origin = Self.origin(of: field, arguments)
    switch arguments[origin] {
    case .code(let code): return .code(code)
    case .local(let name): return .name(carried(name, attempt))
    case .bound(let name): return .name(.declared(name))
    case .stays, .same: return .name(staying(origin, attempt))
    case .restored: return .name(.fresh(restored[origin] ?? "_"))
    case .defaultValue: return .defaultValue
    case .submachine(let type, let properties, let state):
      return .machine(type, properties: properties, state: state)
    }
  }

  /// What the field of a composite that is not left is called.
  func staying(_ place: Int, _ attempt: Attempt) -> LocalName {
    let changed = machine.transitions[attempt.transition].locals.first {
      $0.owner == .source && Int($0.field) == place && $0.isChanged
    }
    if let changed { return .declared(changed.name) }
    return attempt.name(.source, Int32(place)) ?? .fresh("_")
  }

  /// What carries over is called as in the case: the row's own name for it may be hidden by what a block declares.
  func carried(_ name: Identifier, _ attempt: Attempt) -> LocalName {
    let local = machine.transitions[attempt.transition].local(named: name.id)
    if let local, local.owner == .source, local.isChanged { return .declared(local.name) }
    return local.flatMap { attempt.name($0.owner, $0.field) } ?? .declared(name)
  }

  // MARK: States

  /// A history in whose place an arrival is the default, and what stands before the default.
  private typealias Remembered = (composite: StateID, text: String)

  /// Writes the state into the innermost region that is not left, or into the machine's body, and what is around it.
  private func write(
    _ arrival: Passage.Arrival, _ transition: Transition, _ attempt: Attempt, _ place: TransitionLowering.Place,
    child: LocalName?, _ remembered: Remembered?, _ out: inout SwiftWriter,
    _ value: (Int, StateID, [TargetArgument]) -> FieldValue
  ) {
    let segments = layout.segments(of: transition.source)
    let storing = layout.storingSegment(of: transition.source, domain: transition.domain)
    out.write(string: target(storing, segments, isLocated: out.isLocated))
    out.write(" = ")
    if let remembered, !machine.states[remembered.composite].isRegion { out.write(string: remembered.text) }
    let body = storing < 0 ? nil : segments[storing].region
    write(
      body: body, arrival.state, arrival, arrival.arguments, child: child, remembered, &out, value)
    out.endLine()
    var outermost = 0
    if case .step(let step) = place { outermost = step.boundSegment + 1 }
    guard storing > outermost else { return }
    for place in (outermost..<storing).reversed() {
      out.write(string: "\(layout.target(place, segments)) = ")
      states.writeState(segments[place].last, child: .fresh(layout.regionsName(place)), &out) {
        .name(staying($0, attempt))
      }
      out.endLine()
    }
  }

  /// What is assigned to. Without `self.`, more arguments keep the line and the column that they have in the source.
  private func target(_ storing: Int, _ segments: [StateLayout.Segment], isLocated: Bool) -> String {
    let target = layout.target(storing, segments)
    guard isLocated else { return target }
    return target == "self.state" && model.names.fresh("state") == "state" ? "state" : target
  }

  /// Writes the state of a region, or of the machine's body: the path to a leaf, with the regions on the way.
  private func write(
    body: StateID?, _ leaf: StateID, _ arrival: Passage.Arrival, _ arguments: [TargetArgument], child: LocalName?,
    _ remembered: Remembered?, _ out: inout SwiftWriter, _ value: (Int, StateID, [TargetArgument]) -> FieldValue
  ) {
    if let body, body == remembered?.composite, let remembered { out.write(string: remembered.text) }
    if leaf == body {
      if let child { states.write(child, &out) }
      return
    }
    if machine.hasRegions, body == nil, machine.isParallel {
      out.write("State")
      writeRegions(of: nil, leaf, arrival, arguments, child: child, remembered, &out, value)
      return
    }
    let path = machine.states[leaf].path
    let start = body.map { body in path.firstIndex { $0 > body } ?? path.count } ?? 0
    let parallel = machine.hasRegions ? path[start...].firstIndex { machine.isParallel($0) } : nil
    let end = parallel.map { $0 + 1 } ?? path.count
    for depth in start..<end {
      let (state, isLast) = (path[depth], depth == end - 1)
      out.write(".")
      out.write(member: machine.states[state].name)
      let isWhole = isLast && state == leaf && child != nil
      let holdsRegions = machine.hasRegions && isLast && machine.isParallel(state) && !isWhole
      if isLast, machine.states[state].fields.isEmpty, !isWhole, !holdsRegions { break }
      out.write("(")
      let (fields, first) = (machine.states[state].fields, machine.states[state].ownFields)
      let values = fields.indices.map { value(first + $0, leaf, arguments) }
      let holdsMore = !isLast || isWhole || holdsRegions
      let isAnyWritten = states.writeArguments(values, for: fields, holdsMore: holdsMore, &out)
      if holdsMore, isAnyWritten { out.write(", ") }
      if isWhole, let child { states.write(child, &out) }
      if holdsRegions {
        out.write(".init")
        writeRegions(of: state, leaf, arrival, arguments, child: child, remembered, &out, value)
      }
      if isLast { out.write(")") }
    }
    for _ in start..<end - 1 { out.write(")") }
  }

  /// Writes `(playback: …, sound: …)`, for the regions of a composite or, for nil, of the machine.
  private func writeRegions(
    of body: StateID?, _ leaf: StateID, _ arrival: Passage.Arrival, _ arguments: [TargetArgument], child: LocalName?,
    _ remembered: Remembered?, _ out: inout SwiftWriter, _ value: (Int, StateID, [TargetArgument]) -> FieldValue
  ) {
    out.write("(")
    for (index, region) in machine.children(of: body).enumerated() {
      if index > 0 { out.write(", ") }
      out.write(parameterLabel: machine.states[region].name)
      out.write(": ")
      if machine.isInside(leaf, region) {
        write(body: region, leaf, arrival, arguments, child: child, remembered, &out, value)
      } else if let entry = arrival.regions.first(where: { $0.region == region }) {
        write(body: region, entry.leaf, arrival, entry.arguments, child: nil, nil, &out, value)
      }
    }
    out.write(")")
  }

  // MARK: Arguments that two states share

  /// A field of an entered state.
  private struct EnteredField: Hashable {
    var state: StateID
    var place: Int
    /// Where its argument is written; nil for the default. What comes back may enter a state in several ways.
    var argument: Int?
  }

  /// Which argument a field of the entered path gets: its own, or that of a composite around it.
  private static func origin(of place: Int, _ arguments: [TargetArgument]) -> Int {
    var place = place
    while case .same(let outer) = arguments[place], Int(outer) < place { place = Int(outer) }
    return place
  }

  /// The field that the argument of another on the path to a leaf is; nil where it has its value from elsewhere.
  private func origin(of place: Int, of leaf: StateID, _ arguments: [TargetArgument]) -> EnteredField? {
    let origin = Self.origin(of: place, arguments)
    let argument: Int?
    switch arguments[origin] {
    case .code(let code): argument = code.range.lowerBound
    case .defaultValue, .submachine: argument = nil
    case .local, .bound, .stays, .same, .restored: return nil
    }
    // Where a path goes on in several regions, the same place is another field in each.
    let owner = machine.path(of: leaf).last { machine.states[$0].ownFields <= origin }
    return EnteredField(state: owner ?? StateID(0), place: origin, argument: argument)
  }

  /// What the argument of a field is called that was computed before, as two states are given it.
  private func name(
    in shared: [EnteredField: LocalName], of place: Int, of leaf: StateID, _ arguments: [TargetArgument]
  ) -> LocalName? {
    shared.isEmpty ? nil : origin(of: place, of: leaf, arguments).flatMap { shared[$0] }
  }

  /// Arguments that two states are given are computed once. Returns their names, by the field of the outer one.
  ///
  /// - Parameter renewals: what begins anew in it, and shares arguments with it.
  private func writeShared(
    _ arrival: Passage.Arrival, _ renewals: [Passage.Renewal], _ out: inout SwiftWriter
  ) -> [EnteredField: LocalName] {
    var names: [EnteredField: LocalName] = [:]
    if arrival.arguments.isEmpty, arrival.regions.isEmpty, renewals.isEmpty { return names }
    for arrival in [arrival] + renewals.map(\.arrival) {
      share(arrival.arguments, arrival.state, &names, &out)
      for region in arrival.regions { share(region.arguments, region.leaf, &names, &out) }
    }
    guard out.isLocated else { return names }
    writeSubmachines(arrival.arguments, arrival.state, &names, &out)
    for region in arrival.regions { writeSubmachines(region.arguments, region.leaf, &names, &out) }
    return names
  }

  /// Makes submachines in statements of their own, so that what they are given keeps its line and its column.
  private func writeSubmachines(
    _ arguments: [TargetArgument], _ leaf: StateID, _ names: inout [EnteredField: LocalName], _ out: inout SwiftWriter
  ) {
    for place in arguments.indices {
      guard case .submachine(let type, let properties, let state) = arguments[place],
        let code = properties.first?.value ?? state, let key = origin(of: place, of: leaf, arguments)
      else { continue }
      let name = LocalName.fresh(machine.names.fresh("machine\(names.count + 1)"))
      names[key] = name
      out.beginLocation(code.range)
      out.write("let ")
      states.write(name, &out)
      out.write(" = ")
      states.writeMachine(type, properties, state, &out)
      out.endLine()
      out.endLocation()
    }
  }

  private func share(
    _ arguments: [TargetArgument], _ leaf: StateID, _ names: inout [EnteredField: LocalName],
    _ out: inout SwiftWriter
  ) {
    let fields = machine.states[leaf].pathFields
    // The outermost field of a path is no other's.
    for place in fields.indices.dropFirst() {
      guard case .same = arguments[place] else { continue }
      let origin = Self.origin(of: place, arguments)
      let code: SwiftCode
      switch arguments[origin] {
      case .code(let argument): code = argument
      case .defaultValue:
        guard let value = fields[origin].defaultValue else { continue }
        code = SwiftCode(range: value)
      case .local, .bound, .stays, .same, .restored, .submachine: continue
      }
      if let key = self.origin(of: place, of: leaf, arguments), names[key] == nil {
        let number = origin + 1
        let isTaken = names.keys.contains { $0.place == origin }
        let base = isTaken ? "shared\(number)_\(key.state.index)" : "shared\(number)"
        let name = LocalName.fresh(machine.names.fresh(base))
        names[key] = name
        out.beginLocation(code.range)
        out.write("let ")
        states.write(name, &out)
        out.write(": ")
        out.write(fields[origin].type)
        out.write(" = ")
        out.code(code, guards: machine.namedGuards)
        out.endLine()
        out.endLocation()
      }
    }
  }
}
