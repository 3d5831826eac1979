import StateMachineModel
import StateMachineSyntax

/// A function of the generated reducer: what it tells apart. What each case binds, what is tried in it, and how it ends,
/// are values, too. `FlatReducer` and `RegionReducer` make these; `ReducerPrinter` writes them.
enum ReducerFunction {
  /// What the function is for.
  enum Purpose: Equatable {
    /// Takes the transition for an event: `handle`, or `take` where a run may follow.
    case take
    /// Says whether there is one: `accepts`.
    case accept
    /// Takes the transition that needs no event: `takeAlways`.
    case takeAlways
    /// Takes the transition for one event, and returns its answer: the method of the event.
    case method(EventID)

    /// The only trigger that it is about; nil for all events and timers.
    var trigger: Trigger? {
      switch self {
      case .take, .accept: nil
      case .takeAlways: .always
      case .method(let event): .event(event)
      }
    }
  }

  /// Nothing can happen to the machine.
  case noEvents
  /// A `switch` over the state.
  case states
  /// The machine's own body has regions: there is nothing to tell apart.
  case regions(StateCase.Body)
}

/// What a composite has for what no state within it takes: a function that the cases of these states call.
struct CompositeFunction {
  var composite: StateID
  var purpose: ReducerFunction.Purpose
  var bindings: Bindings
  var body: StateCase.Body
  /// The composite around it that comes next, once what is bound is released; nil where no case leaves it the event so.
  var released: StateID?
  /// Whether what is bound has to be released before the composite around it has its turn.
  var releases: Bool
}

/// One or more states that a `switch` tells apart from others, and what is done there.
struct StateCase {
  var states: [StateID]
  var bindings = Bindings()
  var body: Body

  enum Body {
    case verdict(Verdict)
    /// What needs no event.
    case arm(ArmBody)
    /// A `switch` over the event.
    case events([EventArm])
  }
}

/// One event, or several with the same end, in a `switch` over the event.
struct EventArm {
  enum Pattern {
    case event(EventID, names: [LocalName?])
    case timer(TimerID)
    /// Events that need no code of their own, and with `timers` those of all timers that do not.
    case others([EventID], timers: Bool)
  }

  var pattern: Pattern
  var body: ArmBody
}

struct ArmBody {
  /// The state whose submachine is asked first, with what its event is called.
  var submachine: (state: StateID, event: LocalName)?
  /// What the regions of the case's state do, from the innermost state outward.
  var levels: [Level] = []
  /// In a selection: the variable that says whether the state itself is asked behind its regions.
  var asks: String?
  var attempts = Attempts()
}

/// Transitions that are tried in order, and what happens where none of them applies.
struct Attempts {
  var transitions: [Attempt] = []
  /// How the last of them are told apart where their patterns together match everything.
  var patternSwitch: PatternSwitch?
  /// Nil where one of the transitions always applies.
  var otherwise: Verdict?

  /// Whether nothing is tried.
  var isEmpty: Bool { transitions.isEmpty }
}

/// Transitions whose patterns together match everything: a `switch`, which Swift checks for exhaustiveness.
struct PatternSwitch: Equatable {
  /// What a `switch` looks at, and what the label of a case says of it.
  enum Column: Hashable {
    /// The patterns for a field.
    case pattern(UsedField)
    /// The name under which guards know a field that is called otherwise around the `switch`.
    case name(UsedField)
  }

  /// How many transitions, at the end of those that are tried.
  var count: Int
  var columns: [Column]
}

/// One transition where it is tried: what its fields are called there, and what is done when its conditions hold. A class,
/// as it is handed on from printer to printer: a copy of a value would retain each of its lists.
final class Attempt {
  enum Action {
    /// Does what the transition does, and returns the outcome.
    case perform
    /// Says whether it does something.
    case answer(Acceptance, Exclusion = Exclusion())
    /// Notes that it is selected, in a step of several regions.
    case select(RegionStep.Selected)
  }

  /// Which transitions of other regions exclude one, and which it excludes, where the answers of several are asked for.
  struct Exclusion {
    /// Variables that say whether a transition is found already that leaves the same states.
    var conflicts: [String] = []
    /// Variables that say the same to those behind.
    var notes: [String] = []
  }

  let transition: TransitionID
  let eventNames: [LocalName?]
  let source: Bindings
  /// The row's own names for fields that are called otherwise in the case.
  var aliases: [Alias] = []
  /// Tuple patterns: they cannot fail, and give names to the parts of a field.
  var tuples: [Pattern] = []
  /// Fields that the row assigns before it traps, and that nothing reads.
  var lost: [NameID] = []
  let action: Action

  init(transition: TransitionID, eventNames: [LocalName?], source: Bindings, action: Action) {
    self.transition = transition
    self.eventNames = eventNames
    self.source = source
    self.action = action
  }

  struct Alias {
    var local: Local
    var isVariable: Bool
  }

  func name(_ owner: PayloadOwner, _ field: Int32) -> LocalName? {
    let names = owner == .event ? eventNames : source.names
    return Int(field) < names.count ? names[Int(field)] : nil
  }
}

/// How a case ends in which no transition applies.
enum Verdict: Equatable {
  case accepted
  case refused
  /// The event is ignored on purpose: no state further out is asked.
  case ignored
  case deferred
  /// No state has a transition: the machine's policy counts, or whoever called decides.
  case unhandled
  /// A composite around the state is asked.
  case delegated(to: StateID)
  /// The same behind the `switch`, where the payload that the case has bound has one owner again, and can grow in place.
  case released(to: StateID)
  /// What stands behind comes next.
  case next
}

/// A step of the way outward through the states of regions.
indirect enum Level {
  /// The states that can be told apart in a region.
  case states(RegionSwitch)
  /// A composite within a region, whichever of its states is active.
  case composite(RegionCase, region: StateID)
  /// Several regions may each take a transition: a function of its own selects and performs them.
  case step(RegionStep)
  /// The same for `accepts`: all regions are asked before there is an answer.
  case answers(RegionAnswers)
  /// In both: what one region, or what is around the regions, selects.
  case selection(Selection)
  /// What is tried without looking at the state.
  case body(ArmBody)
}

/// A `switch` over the state of a region, in an arm for one trigger.
struct RegionSwitch {
  var region: StateID
  var cases: [RegionCase]
  /// The states that have nothing for the trigger.
  var others: [StateID]
  var otherwise: Verdict
}

/// A state within a region, in an arm for one trigger.
struct RegionCase {
  var state: StateID
  var bindings: Bindings
  var body: ArmBody
}

/// A block that finds the transition of one region, or of the composites around the regions, and is left once it is found.
struct Selection {
  /// The label of the block.
  var label: String
  /// The variable that says whether anything is looked for.
  var asks: String?
  var levels: [Level]
  /// The variables that are set where nothing is found.
  var opens: [String] = []
}

/// The answers of several regions, for `accepts`.
struct RegionAnswers {
  /// The variable that says whether a region accepts.
  var accepted: String
  /// The variables that say whether regions have left the trigger over.
  var flags: [String]
  var selections: [Selection]
}
