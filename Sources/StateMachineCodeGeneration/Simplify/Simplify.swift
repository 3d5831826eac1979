/// A pass, which replaces a function's code by code that does the same.
///
/// It is valid for all code, and reads no machine. Its comment says what it requires of the code, and what the code has
/// in common after it.
protocol Pass {
  static func run(_ function: inout Function)
}

/// A pass over all functions of a machine, as it changes calls between the functions.
protocol WholePass {
  static func run(_ functions: inout [Function])
}

/// The passes in their order. Lowering writes all code that may be needed, and the passes drop what is not.
enum Simplify {
  /// The passes that run once at first, on the code as it was lowered.
  static var first: [any Pass.Type] {
    [FinalReturns.self, DeadCode.self, Ownership.self, LateAnswers.self, FoldedValues.self]
  }

  /// The passes that run repeatedly, as one may enable another.
  static var again: [any Pass.Type] {
    [KnownValues.self, EarlyAnswers.self, UnreadVariables.self, EqualArms.self, DeadCode.self, SunkenEnds.self]
  }

  /// The maximal number of repetitions, after which few simplifications remain.
  private static let rounds = 32

  /// The passes that need all functions.
  static var whole: [any WholePass.Type] {
    [ReleasedState.self, UncalledFunctions.self, SmallFunctions.self, UncalledFunctions.self, UnreadParameters.self]
  }

  /// The passes that make the code easier to read.
  static var shaping: [any Pass.Type] {
    [
      PatternArms.self, UnreadVariables.self, Coalescing.self, EqualArms.self, SingleArms.self, CommonEnds.self,
      DeadCode.self,
      // The passes before may have left variables that nothing reads.
      UnreadVariables.self, DeadCode.self,
    ]
  }

  /// The passes that run last, and give variables their names.
  static var last: [any Pass.Type] {
    [FinalReturns.self, StructMembers.self, Naming.self, Mutability.self, StepMarks.self]
  }

  /// Simplifies the functions of a machine, and gives their variables names.
  static func run(_ functions: inout [Function]) {
    for index in functions.indices { simplify(&functions[index]) }
    for pass in whole { pass.run(&functions) }
    for index in functions.indices {
      for pass in shaping { pass.run(&functions[index]) }
      for pass in last { pass.run(&functions[index]) }
    }
  }

  private static func simplify(_ function: inout Function) {
    for pass in first { pass.run(&function) }
    let isLong = isLong(function)
    for _ in 0..<(isLong ? 1 : rounds) {
      // A hash, as a copy to compare with would make changes in place copy the code.
      let before = isLong ? 0 : function.body.hashValue
      for pass in again { pass.run(&function) }
      if isLong || function.body.hashValue == before { break }
    }
  }

  /// Returns whether a function is a `switch` over states and events that is called from outside. It is long, and keeps
  /// no selected transitions, so that one repetition is enough.
  private static func isLong(_ function: Function) -> Bool { function.isEntryPoint && function.enumerations.isEmpty }
}
