/// A pass: it replaces the code of a function by other code that does the same. The new code is shorter, easier to read
/// or faster.
///
/// A pass is valid for all code, and knows nothing of the machine. The comment of each pass says what it requires of
/// the code. It also says what is true of the code after it.
protocol Pass {
  static func run(_ function: inout Function)
}

/// A pass that gets all functions of a machine at once, because it changes the calls between them.
protocol WholePass {
  static func run(_ functions: inout [Function])
}

/// Runs the passes in their order. `Lowerer` writes all code that may be needed, and the passes drop what is not
/// needed.
enum Simplify {
  /// The passes that run once, before all others, on the code as `Lowerer` wrote it.
  static var first: [any Pass.Type] {
    [FinalReturns.self, DeadCode.self, Ownership.self, LateResults.self, FoldedValues.self]
  }

  /// The passes that run repeatedly, until none of them changes the function. A change by one pass may enable another.
  static var again: [any Pass.Type] {
    [KnownValues.self, EarlyResults.self, UnreadVariables.self, EqualArms.self, DeadCode.self, SunkenEnds.self]
  }

  /// The largest number of times that the passes of `again` run on a function. It limits the time; they have made most
  /// simplifications by then.
  private static let rounds = 32

  /// The passes that get all functions of the machine at once.
  static var whole: [any WholePass.Type] {
    [ReleasedState.self, UncalledFunctions.self, SmallFunctions.self, UncalledFunctions.self, UnreadParameters.self]
  }

  /// The passes that run after the passes of `whole`, and only make the code easier to read.
  static var shaping: [any Pass.Type] {
    [
      PatternArms.self, UnreadVariables.self, Coalescing.self, EqualArms.self, SingleArms.self, CommonEnds.self,
      DeadCode.self,
      // The passes before may have left variables that nothing reads.
      UnreadVariables.self, DeadCode.self,
    ]
  }

  /// The passes that run last. One of them decides the names of variables.
  static var last: [any Pass.Type] {
    [FinalReturns.self, StructMembers.self, Naming.self, Mutability.self, StepMarks.self]
  }

  /// Runs all passes on the functions of a machine.
  static func run(_ functions: inout [Function]) {
    for index in functions.indices { simplify(&functions[index]) }
    for pass in whole { pass.run(&functions) }
    for index in functions.indices {
      for pass in shaping { pass.run(&functions[index]) }
      for pass in last { pass.run(&functions[index]) }
    }
  }

  /// Runs the passes of `first` once, and the passes of `again` until they change nothing, at most `rounds` times. On a
  /// long function (`isLong`), the passes of `again` run only once, too.
  private static func simplify(_ function: inout Function) {
    for pass in first { pass.run(&function) }
    let isLong = isLong(function)
    for _ in 0..<(isLong ? 1 : rounds) {
      // Hashes are compared, because a copy of the code would make each later change copy it.
      let before = isLong ? 0 : function.body.hashValue
      for pass in again { pass.run(&function) }
      if isLong || function.body.hashValue == before { break }
    }
  }

  /// Returns whether a function counts as long, so that the passes of `again` run only once on it. This is so if code
  /// outside of the machine's functions calls it, as with `handle(event:)`. But a function that declares enums does not
  /// count as long. It handles several regions, and the passes need to run more often on it.
  private static func isLong(_ function: Function) -> Bool { function.isEntryPoint && function.enumerations.isEmpty }
}
