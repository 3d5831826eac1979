/// A pass: makes other code of a function, which does the same.
///
/// It is right for whatever code there is, and asks no machine. Its comment says what it may take for granted, and what
/// it leaves.
protocol Pass {
  static func run(_ function: inout Function)
}

/// A pass over all functions of a machine, as it changes what they call.
protocol WholePass {
  static func run(_ functions: inout [Function])
}

/// The passes in their order. Lowering writes everything down, whether it is needed or not; passes find out what is.
enum Simplify {
  /// What is done once, while the code is as it was lowered.
  static var first: [any Pass.Type] {
    [FinalReturns.self, DeadCode.self, Ownership.self, LateAnswers.self, FoldedValues.self]
  }

  /// What one of these finds, another may go on with.
  static var again: [any Pass.Type] {
    [KnownValues.self, EarlyAnswers.self, UnreadVariables.self, EqualArms.self, DeadCode.self, SunkenEnds.self]
  }

  /// How often they are run at most: what is left to find after that is little.
  private static let rounds = 32

  /// What knows all functions.
  static var whole: [any WholePass.Type] {
    [ReleasedState.self, UncalledFunctions.self, SmallFunctions.self, UncalledFunctions.self, UnreadParameters.self]
  }

  /// What shapes the code for its readers.
  static var shaping: [any Pass.Type] {
    [
      PatternArms.self, UnreadVariables.self, Coalescing.self, EqualArms.self, SingleArms.self, CommonEnds.self,
      DeadCode.self,
      // What shapes it may have left something that nobody reads.
      UnreadVariables.self, DeadCode.self,
    ]
  }

  /// What is done last: variables are given names.
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
      // A copy to compare with would make a copy of all that is changed in place.
      let before = isLong ? 0 : function.body.hashValue
      for pass in again { pass.run(&function) }
      if isLong || function.body.hashValue == before { break }
    }
  }

  /// The functions that tell states and events apart are long, and remember nothing of their own: for them, once is
  /// enough.
  private static func isLong(_ function: Function) -> Bool { function.isEntryPoint && function.enumerations.isEmpty }
}
