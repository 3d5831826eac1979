// Tests/GoldenTests/update writes this file from StateMachineCompiler.docc/Diagnostics.md: change the page instead.

extension Explanation {
  /// What follows the overview of the page, as Markdown.
  static let page = #"""
    ## The text of the file

    ### `E001`: the file is not UTF-8

    ```sm escaped
    machine Door {  // caf\xE9
      initial state open
      state closed
      event close
      open -> closed : close
      closed         : close
    }
    ```

    ```sm
    machine Door {  // café
      initial state open
      state closed
      event close
      open -> closed : close
      closed         : close
    }
    ```

    ### `E002`: the file holds a NUL byte

    Such a file is no text; it is not read any further.

    ```sm escaped
    machine Door {\x00}
    ```

    ```sm
    machine Light { initial state on; event blink; on -> on : blink }
    ```

    ### `E004`: a comment is never closed

    ```sm
    machine Light { initial state on; event blink; on -> on : blink }
    /* The rest of the file is gone.
    ```

    ```sm
    machine Light { initial state on; event blink; on -> on : blink }
    /* A comment /* may nest */ and ends. */
    ```

    ### `E005`: a string literal is never closed

    ```sm
    machine Light {
      initial state on
      event blink
      output say(String)
      on -> on : blink / say("hello)
    }
    ```

    ```sm
    machine Light {
      initial state on
      event blink
      output say(String)
      on -> on : blink / say("hello")
    }
    ```

    ### `E006`: a bracket is never closed

    The compiler gives the bracket up at the next line that can only be a statement, so that the rest of the file is
    checked.

    ```sm
    machine Light {
      initial state on(times: Int = 0)
      event blink
      on -> on(times: times + 1 : blink
      on -> on : blink [times > 3
    }
    ```

    ```sm
    machine Light {
      initial state on(times: Int = 0)
      event blink
      on -> on(times: times + 1) : blink
    }
    ```

    ### `E009`: a closing bracket closes nothing

    ```sm
    machine Light {
      initial state on(times: Int = 0)
      event blink
      on -> on(times: times]) : blink
    }
    ```

    ```sm
    machine Light {
      initial state on(times: Int = 0)
      event blink
      on -> on(times: times) : blink
    }
    ```

    ## Declarations and rows

    ### `E010`: something else should stand here

    ```sm
    machine Light {
      initial on
      state off
    }
    ```

    ```sm
    machine Light {
      initial state on
      event blink
      on -> on : blink
    }
    ```

    ### `E011`: an arrow is written `->`

    ```sm
    machine Light {
      initial state on
      event blink
      on => on : blink
    }
    ```

    ```sm
    machine Light {
      initial state on
      event blink
      on -> on : blink
    }
    ```

    ### `E012`: an arrow has no event

    ```sm
    machine Light {
      initial state on
      on -> on
    }
    ```

    ```sm
    machine Light {
      initial state on
      event blink
      on -> on : blink
    }
    ```

    ### `E013`: the file is another tool's

    ```sm
    @startuml
    [*] --> Open
    @enduml
    ```

    ```sm
    machine Door { initial state open; event knock; open : knock }
    ```

    ### `E014`: a line ends in an operator

    A condition, a property or an assignment ends with its line; in parentheses it may go on.

    ```sm
    machine Light {
      guard isLate = hour > 22 ||
        hour < 6
      initial state on(hour: Int = 0)
      event tick
      on -> on : tick [isLate]
    }
    ```

    ```sm
    machine Light {
      guard isLate = (hour > 22 ||
        hour < 6)
      initial state on(hour: Int = 0)
      event tick
      on -> on : tick [isLate]
    }
    ```

    ### `E015`: an expression is missing

    ```sm
    machine Light {
      initial state on
      event blink
      on -> on : blink []
    }
    ```

    ```sm
    machine Light {
      initial state on(isWarm: Bool = false)
      event blink
      on -> on : blink [isWarm]
    }
    ```

    ### `E016`: a row has no source

    Only in a state's body may it be left out.

    ```sm
    machine Light {
      initial state on
      event blink
      -> on : blink
    }
    ```

    ```sm
    machine Light {
      initial state on { -> on : blink }
      event blink
    }
    ```

    ### `E017`: something is no parameter of a payload

    A parameter of the type `Void` is none either, as it has no value. No parameter has `let`; `var` is for the fields of
    states.

    ```sm
    machine Light {
      initial state on
      event blink(times:)
      on -> on : blink
    }
    ```

    ```sm
    machine Light {
      initial state on
      event blink(times: Int)
      on -> on : blink
    }
    ```

    ### `E018`: a property is computed, lazy or observed

    Computed properties and functions stand in `swift { … }`, stored ones beside it.

    ```sm
    machine Light {
      initial state on
      event blink
      var half: Int { 2 }
      on -> on : blink [half > 1]
    }
    ```

    ```sm
    machine Light {
      initial state on
      event blink
      swift {
        var half: Int { 2 }
      }
      on -> on : blink [half > 1]
    }
    ```

    ### `E019`: a property has no type

    ```sm
    machine Light {
      initial state on
      event blink
      let limit = 3
      on -> on : blink [limit > 1]
    }
    ```

    ```sm
    machine Light {
      initial state on
      event blink
      let limit: Int = 3
      on -> on : blink [limit > 1]
    }
    ```

    ### `E020`: a name cannot be used

    Swift has no enum case with such a name, or it would mean something else. In back-ticks, a name may hold almost any
    character (SE-0451), but it cannot be an operator, such as `-->`, and cannot begin with `$`.

    ```sm
    machine Light {
      initial state Type
      event blink
      Type -> Type : blink
    }
    ```

    ```sm
    machine Light {
      initial state kind
      event blink
      kind -> kind : blink
    }
    ```

    ### `E021`: a duration is malformed

    ```sm
    machine Light {
      initial state on
      on -> on : after 5
    }
    ```

    ```sm
    machine Light: Sendable {
      initial state on
      on -> on : after 5s
    }
    ```

    ### `E022`: a statement stands in the wrong place

    ```sm
    machine Light {
      initial state on {
        event blink
        -> on : blink
      }
    }
    ```

    ```sm
    machine Light {
      event blink
      initial state on { -> on : blink }
    }
    ```

    ### `E023`: the file has no machine

    ```sm
    // Nothing here yet.
    ```

    ```sm
    machine Light { initial state on; event blink; on -> on : blink }
    ```

    ## Names and payloads

    ### `E101`: a name is not declared

    ```sm
    machine Light {
      initial state on
      event blink
      on -> onn : blink
    }
    ```

    ```sm
    machine Light {
      initial state on
      event blink
      on -> on : blink
    }
    ```

    ### `E102`: a name is declared twice

    ```sm
    machine Light {
      initial state on
      event blink, blink
      on -> on : blink
    }
    ```

    ```sm
    machine Light {
      initial state on
      event blink, flash
      on -> on : blink, flash
    }
    ```

    ### `E103`: a body has no initial state, or two

    An arrow from `initial` leads to what stands within the body.

    ```sm
    machine Light {
      state on
      event blink
      on -> on : blink
    }
    ```

    ```sm
    machine Light {
      initial state on
      event blink
      on -> on : blink
    }
    ```

    ### `E104`: a name is one that is generated

    ```sm
    machine Light {
      initial state on(since: State)
      event blink
      on -> on : blink
    }
    ```

    ```sm
    machine Light {
      initial state on(since: Clock.State)
      event blink
      on -> on : blink
    }
    ```

    ### `E105`: nothing supplies a payload

    A label carries over from the event or the source; what neither has must be written, or have a default. Arguments
    without labels fill the fields without labels from the left, also where such a field would carry over.

    ```sm
    machine Light {
      initial state off
      state on(level: Int)
      event press
      off -> on  : press
      on  -> off : press
    }
    ```

    ```sm
    machine Light {
      initial state off
      state on(level: Int)
      event press
      off -> on(level: 3) : press
      on  -> off          : press
    }
    ```

    ### `E106`: a label is ambiguous

    ```sm
    machine Light {
      initial state on(level: Int = 0)
      event dim(level: Int)
      on -> on : dim [level > 3]
    }
    ```

    ```sm
    machine Light {
      initial state on(level: Int = 0)
      event dim(level: Int)
      on -> on(level: new) : dim(level: new) [level > 3]
    }
    ```

    ### `E107`: a label is unknown, missing or misplaced

    ```sm
    machine Light {
      initial state on(level: Int = 0)
      event dim
      on -> on(levle: 3) : dim
    }
    ```

    ```sm
    machine Light {
      initial state on(level: Int = 0)
      event dim
      on -> on(level: 3) : dim
    }
    ```

    ### `E108`: there are too many arguments

    A pattern for a final state, as in `done(.failed(let error))`, has one pattern for each value that the state holds.

    ```sm
    machine Light {
      initial state on
      event dim
      on -> on(3) : dim
    }
    ```

    ```sm
    machine Light {
      initial state on(Int = 0)
      event dim
      on -> on(3) : dim
    }
    ```

    ### `E109`: a label would carry over and has another type

    ```sm
    machine Light {
      initial state on(level: Int = 0)
      event dim(level: Double)
      on(level: old) -> on : dim [old > 3]
    }
    ```

    ```sm
    machine Light {
      initial state on(level: Int = 0)
      event dim(level: Double)
      on(level: old) -> on(level: Int(level)) : dim [old > 3]
    }
    ```

    ### `E110`: a label is not in all sources

    A row with several sources means a row for each; what it writes must be known in all, with one type.

    ```sm
    machine Light {
      initial state off
      state on(level: Int)
      event press
      off, on -> on(level: level + 1) : press
    }
    ```

    ```sm
    machine Light {
      initial state off
      state on(level: Int)
      event press
      off -> on(level: 1)         : press
      on  -> on(level: level + 1) : press
    }
    ```

    ### `E111`: something cannot be assigned

    A payload lives as long as its state. A row with an arrow may change it where the change goes on: to a field of what is
    entered, to a guard of a choice, or to an effect behind it. Here it is lost:

    ```sm
    machine Light {
      initial state on(level: Int = 0)
      state off
      event press
      on  -> off : press / level += 1
      off -> on  : press
    }
    ```

    ```sm
    machine Light {
      initial state on(level: Int = 0)
      state off(level: Int)
      event press
      on  -> off : press / level += 1
      off -> on  : press
    }
    ```

    ### `E112`: a guard or a named effect uses itself

    ```sm
    machine Light {
      guard isBright = !isDark
      guard isDark = !isBright
      initial state on
      event press
      on -> on : press [isDark]
    }
    ```

    ```sm
    machine Light {
      guard isBright = level > 5
      guard isDark = !isBright
      initial state on(level: Int = 0)
      event press
      on -> on : press [isDark]
    }
    ```

    ### `E113`: an initial value uses a property

    The default of a payload cannot use one either.

    ```sm
    machine Light {
      let limit: Int = 3
      let double: Int = limit * 2
      initial state on
      event press
      on -> on : press [double > limit]
    }
    ```

    ```sm
    machine Light {
      let limit: Int = 3
      let double: Int = 6
      initial state on
      event press
      on -> on : press [double > limit]
    }
    ```

    ### `E114`: a block is left

    A block runs to its end within the transition: it cannot `return`, `throw`, `await`, `break` or `continue` out of
    itself, nor leave a `try` uncaught.

    ```sm
    machine Light {
      initial state on
      event press
      var count: Int = 0
      on -> on : press / { if count > 3 { return }; count += 1 }
    }
    ```

    ```sm
    machine Light {
      initial state on
      event press
      var count: Int = 0
      on -> on : press / { if count <= 3 { count += 1 } }
    }
    ```

    Nor do functions in `swift { … }` assign `state`, which is for rows to do.

    ### `E115`: two wrappers have one name

    ```sm
    machine Light {
      wrapper class
      wrapper class
      initial state on
      event press
      on -> on : press
    }
    ```

    ```sm
    machine Light {
      wrapper class
      wrapper class LightBox
      initial state on
      event press
      on -> on : press
    }
    ```

    ### `E116`: a wrapper is impossible

    ```sm
    machine Light {
      wrapper none
      wrapper class
      initial state on
      event press
      on -> on : press
    }
    ```

    ```sm
    machine Light {
      wrapper none
      initial state on
      event press
      on -> on : press
    }
    ```

    ## Meaning

    ### `E201`: two rows always apply

    ```sm
    machine Light {
      initial state on
      state off
      event press
      on  -> off : press
      on  -> on  : press
      off -> on  : press
    }
    ```

    ```sm
    machine Light {
      initial state on(isLocked: Bool = false)
      state off
      event press
      on  -> off : press [!isLocked]
      on  -> on  : press [else]
      off -> on  : press
    }
    ```

    ### `E202`: a row begins in a final state

    ```sm
    machine Light {
      initial state on
      final state broken
      event press
      on     -> broken : press
      broken -> on     : press
    }
    ```

    ```sm
    machine Light {
      initial state on
      final state broken
      event press
      on -> broken : press
    }
    ```

    ### `E203`: rows are missing under `unhandled error`

    Every pair of state and event needs a row, or a `defer`: where `unhandled error` stands behind an event, every pair with
    that event. A state needs none for an event that cannot come there, as only outputs send it (`output … async -> event`).
    In a machine with regions, a pair is complete too where another region that is active with the state answers for the
    event: it alone has rows for the event, or it is certain to take or keep it. So a row that is missing is reported once,
    in the region concerned.

    ```sm
    machine Light {
      unhandled error
      initial state on
      state off
      event press, hold
      on  -> off : press
      off -> on  : press, hold
    }
    ```

    ```sm
    machine Light {
      unhandled error
      initial state on
      state off
      event press, hold
      on -> off : press
      on        : hold
      off -> on : press, hold
    }
    ```

    ### `E204`: an effect stands behind `trap` or `throw`

    ```sm
    machine Light {
      initial state on
      event press
      output blink
      on : press / trap("no button"), blink
    }
    ```

    ```sm
    machine Light {
      initial state on
      event press
      output blink
      on : press / blink, trap("no button")
    }
    ```

    ### `E205`: a final state has states within it

    ```sm
    machine Light {
      initial state on
      final state off { initial state cold }
      event press
      on -> off : press
    }
    ```

    ```sm
    machine Light {
      initial state on
      final state off
      event press
      on -> off : press
    }
    ```

    ### `E206`: a choice is given what it does not have

    ```sm
    machine Light {
      var level: Int = 0
      initial state on
      state bright
      choice how
      event press
      on, bright -> how    : press / level += 1
      how        -> bright : press [level > 3]
      how        -> on     : [else]
    }
    ```

    ```sm
    machine Light {
      var level: Int = 0
      initial state on
      state bright
      choice how
      event press
      on, bright -> how    : press / level += 1
      how        -> bright : [level > 3]
      how        -> on     : [else]
    }
    ```

    ### `E207`: a choice has no `[else]`

    Its last row is `[else]`, or has no condition; or patterns of its parameters together match everything, `nil` and
    `let x?`.

    ```sm
    machine Light {
      var level: Int = 0
      initial state on
      state bright
      choice how
      event press
      on, bright -> how    : press / level += 1
      how        -> bright : [level > 3]
    }
    ```

    ```sm
    machine Light {
      var level: Int = 0
      initial state on
      state bright
      choice how
      event press
      on, bright -> how    : press / level += 1
      how        -> bright : [level > 3]
      how        -> on     : [else]
    }
    ```

    ### `E208`: `always` rows or choices that never come to rest

    ```sm
    machine Light {
      initial state on
      state flickering
      event press
      on         -> flickering : press
      flickering -> flickering : always
    }
    ```

    ```sm
    machine Light {
      initial state on
      state flickering(times: Int = 3)
      event press
      on         -> flickering                   : press
      flickering -> flickering(times: times - 1) : always [times > 0]
      flickering -> on                           : always
    }
    ```

    ### `E209`: a history of what has none

    ```sm
    machine Light {
      initial state off
      state on
      event press
      off -> on.history : press
      on  -> off        : press
    }
    ```

    ```sm
    machine Light {
      initial state off
      state on {
        initial state dim
        state bright
        dim    -> bright : turn
        bright -> dim    : turn
      }
      event press, turn
      off -> on.history : press
      on  -> off        : press
    }
    ```

    ### `E210`: a state that is never done

    ```sm
    machine Light {
      initial state off
      state on {
        initial state dim
        state bright
        dim    -> bright : turn
        bright -> dim    : turn
      }
      event press, turn
      off -> on  : press
      on  -> off : done
    }
    ```

    ```sm
    machine Light {
      initial state off
      state on {
        initial state dim
        final state burnt
        dim -> burnt : turn
      }
      event press, turn
      off -> on  : press
      on  -> off : done(.burnt)
    }
    ```

    ### `E211`: a final state defers an event

    ```sm
    machine Light {
      initial state on
      final state off { defer press }
      event press
      on -> off : press
    }
    ```

    ```sm
    machine Light {
      initial state warming { defer press }
      state on
      final state off
      event press, warm
      warming -> on  : warm
      on      -> off : press
    }
    ```

    ### `E212`: regions where they cannot be

    ```sm
    machine Light {
      state broken
      region lamp {
        initial state on
        state off
        on  -> off : press
        off -> on  : press
      }
      region door {
        initial state closed
        state open
        closed -> open   : pull
        open   -> closed : pull
      }
      event press, pull
    }
    ```

    ```sm
    machine Light {
      region lamp {
        initial state on
        state off
        on  -> off : press
        off -> on  : press
      }
      region door {
        initial state closed
        state open
        closed -> open   : pull
        open   -> closed : pull
      }
      event press, pull
    }
    ```

    ### `E213`: an arrow between regions

    ```sm
    machine Light {
      region lamp {
        initial state on
        state off
        on  -> off       : press
        off -> door.open : press
      }
      region door {
        initial state closed
        state open
        closed -> open   : pull
        open   -> closed : pull
      }
      event press, pull
    }
    ```

    ```sm
    machine Light {
      region lamp {
        initial state on
        state off
        on  -> off : press
        off -> on  : press / raise pull
      }
      region door {
        initial state closed
        state open
        closed -> open   : pull
        open   -> closed : pull
      }
      event press, pull
    }
    ```

    ### `E214`: machines that hold each other, or cannot

    ```sm
    machine Light {
      initial state on: Lamp
    }
    machine Lamp {
      initial state off: Light
    }
    ```

    ```sm
    machine Light {
      initial state on: Lamp
      event press
      on -> on : press
    }
    machine Lamp {
      initial state cold
      state warm
      event heat
      cold -> warm : heat
      warm -> cold : heat
    }
    ```

    ### `E215`: a state cannot do this while it is active

    `do` begins an `async` or `stream` output when the state is entered and ends it when it is left. Two states that can be
    active at the same time need an output each, and so does an effect of the same kind, which nothing ends.

    ```sm
    machine Light: Sendable {
      initial state on { do / glow }
      event press
      output glow
      on -> on : press
    }
    ```

    ```sm
    machine Light: Sendable {
      initial state on { do / glow }
      event press
      output glow async
      on -> on : press
    }
    ```

    ### `E217`: a group where one state is meant, or within itself

    A group is no target, and no part of a path; it has no rows where a member can have none.

    ```sm
    machine Lamp {
      group lit = dim, bright
      initial state off
      state dim, bright
      event press, hold
      off -> lit : press
      lit -> off : hold
    }
    ```

    ```sm
    machine Lamp {
      group lit = dim, bright
      initial state off
      state dim, bright
      event press, hold
      off -> dim    : press
      dim -> bright : press
      lit -> off    : hold
    }
    ```

    ### `E218`: a state is asked for where nothing answers

    `in(state)` is for guards of rows with an event, a timer, `always` or `done`, and takes one state, in parentheses. In
    the guards of choices, with parameters as without, in effects and in arguments, a step is under way; where a default
    stands, there is no machine.

    ```sm
    machine Light {
      initial state off
      state on
      choice next
      event press
      off, on -> next : press
      next    -> on   : [in(off)]
      next    -> off  : [else]
    }
    ```

    ```sm
    machine Light {
      initial state off
      state on
      event press
      off, on -> on  : press [in(off)]
      off, on -> off : press [else]
    }
    ```

    ### `E220`: this cannot throw

    A row throws at whoever has sent its event. An `entry`, an `exit` or a `do` belongs to a state, to which many rows may
    lead: these throw. And nobody but its owner sends an event to a submachine: the owner's rows throw.

    ```sm
    machine Light {
      initial state on { entry / throw LampMissing() }
      event press
      on -> on : press
    }
    ```

    ```sm
    machine Light {
      initial state on
      event press
      on -> on : press / throw LampMissing()
    }
    ```

    ### `E221`: an output cannot send this

    Behind `->`, an output that goes on says which events it sends. One that is performed at once sends none; and the event
    that hands others on to a submachine is not sent by an output of its owner alone.

    ```sm
    machine Light: Sendable {
      initial state off
      event press, dusk
      output watch -> dusk
      off : press / watch
      off : dusk
    }
    ```

    ```sm
    machine Light: Sendable {
      initial state off { do / watch }
      event dusk
      output watch stream -> dusk
      off : dusk
    }
    ```

    ### `E232`: an event does more than change properties

    Effects behind an event's declaration are run before its rows, in every state. They change properties of the machine,
    and nothing else. They belong to one event, which is declared by itself.

    ```sm
    machine Channel {
      var isWritable: Bool = true
      initial state open
      event writabilityChanged(writable: Bool) / isWritable = writable, flush
      output flush
      open : writabilityChanged
    }
    ```

    ```sm
    machine Channel {
      var isWritable: Bool = true
      initial state open
      event writabilityChanged(writable: Bool) / isWritable = writable
      output flush
      open : writabilityChanged [isWritable] / flush
    }
    ```

    ### `E236`: nothing can stay active at a choice

    A row of a choice without an arrow leaves the state active that the arrow came from. That cannot be where its `exit` has
    run, or where its `do`, a timer or its submachine has ended with it.

    ```sm
    machine Light {
      var presses: Int = 0
      output click
      initial state on { exit / click }
      state off
      choice counted
      event press
      on, off -> counted : press / presses += 1
      counted -> off     : [presses > 3]
      counted            : [else]
    }
    ```

    ```sm
    machine Light {
      var presses: Int = 0
      output click
      initial state on
      state off
      choice counted
      event press
      on, off -> counted : press         / presses += 1
      counted -> off     : [presses > 3] / click
      counted            : [else]
    }
    ```

    ### `E237`: a choice's parameters

    The rows of a choice with parameters do not see the payload of events, as different events may lead there. In a machine
    with regions, a choice has no parameters.

    ```sm
    machine Light {
      initial state on
      state off
      choice turned(isFast: Bool)
      event turn(angle: Int), press
      on, off -> turned(isFast: angle > 90) : turn
      on, off -> turned(isFast: false)      : press
      turned  -> off                        : [angle > 0]
      turned  -> on                         : [else]
    }
    ```

    ```sm
    machine Light {
      initial state on
      state off
      choice turned(isFast: Bool)
      event turn(angle: Int), press
      on, off -> turned(isFast: angle > 90) : turn
      on, off -> turned(isFast: false)      : press
      turned  -> off                        : [isFast]
      turned  -> on                         : [else]
    }
    ```

    ### `E241`: this needs the other interface

    A machine has one function for all events, or one method for each: `interface methods`. Answers, `throws`, `inout` and
    attributes of events need methods. Outputs, timers, wrappers, `do`, `defer`, `raise`, regions and submachines need a
    reducer, as nothing waits behind a method. `always` and `done` rows need a machine that is neither `~Copyable` nor
    `@inlinable` where events are methods.

    ```sm
    machine Pool: Sendable {
      initial state open
      event next -> Int
      open : next
    }
    ```

    ```sm
    machine Pool: Sendable {
      interface methods
      initial state open
      event next -> Int
      open : next / return 3
    }
    ```

    ### `E242`: an answer is missing, or does not fit

    A row answers as its last effect, with a case of the event's action or with `return`. An event that returns something
    and has no default, `-> Type = value`, must be answered by each of its rows. A row that leads to a choice neither
    answers nor throws: the rows of the choice do.

    ```sm
    machine Pool {
      interface methods
      unhandled trap
      action OnNext { close }
      initial state open
      event next -> OnNext
      open : next
    }
    ```

    ```sm
    machine Pool {
      interface methods
      unhandled trap
      action OnNext { close }
      initial state open
      event next -> OnNext
      open : next / close
    }
    ```

    ## Warnings

    ### `W301`: a state cannot be reached

    ```sm
    machine Light {
      initial state on
      state off
      event press
      on  -> on : press
      off -> on : press
    }
    ```

    ```sm
    machine Light {
      initial state on
      state off
      event press
      on  -> off : press
      off -> on  : press
    }
    ```

    ### `W302`: a state has no row

    ```sm
    machine Light {
      initial state on
      state off
      event press
      on -> off : press
    }
    ```

    ```sm
    machine Light {
      initial state on
      final state off
      event press
      on -> off : press
    }
    ```

    ### `W303`: a row never applies

    ```sm
    machine Light {
      initial state on(level: Int = 0)
      event press
      on -> on(level: 0)         : press
      on -> on(level: level + 1) : press [level < 3]
    }
    ```

    ```sm
    machine Light {
      initial state on(level: Int = 0)
      event press
      on -> on(level: level + 1) : press [level < 3]
      on -> on(level: 0)         : press
    }
    ```

    ### `W304`: a `*` row never applies

    ```sm
    machine Light {
      initial state on
      state off
      event press
      on  -> off : press
      off -> on  : press
      *   -> on  : press
    }
    ```

    ```sm
    machine Light {
      initial state on
      state off
      event press
      on -> off : press
      *  -> on  : press
    }
    ```

    ### `W305`: a declaration is never used

    A property of a `public` or `package` machine counts as used, unless it is `private`: others may read it. An `action`
    is used where an event answers with it, or where a type names it; one of its answers where a row gives it, where the
    Swift in the file has a member of its name, or where a row gets an answer from a function of another file.

    ```sm
    machine Light {
      initial state on
      event press, hold
      on -> on : press
    }
    ```

    ```sm
    machine Light {
      initial state on
      event press, hold
      on -> on : press
      on       : hold
    }
    ```

    ### `W306`: a guard is a literal

    An `[else]` is one, too, where no row with a guard comes before it.

    ```sm
    machine Light {
      initial state on
      event press
      on -> on : press [true]
    }
    ```

    ```sm
    machine Light {
      initial state on
      event press
      on -> on : press
    }
    ```

    ### `W307`: a guard assigns

    ```sm
    machine Light {
      initial state on(level: Int = 0)
      event press
      on -> on : press [level = 3]
    }
    ```

    ```sm
    machine Light {
      initial state on(level: Int = 0)
      event press
      on -> on : press [level == 3]
    }
    ```

    ### `W308`: names differ only in case

    ```sm
    machine Light {
      initial state on
      state On
      event press
      on -> On : press
      On -> on : press
    }
    ```

    ```sm
    machine Light {
      initial state on
      state bright
      event press
      on     -> bright : press
      bright -> on     : press
    }
    ```

    ### `W309`: a label hides a property

    ```sm
    machine Light {
      var level: Int = 0
      initial state on(level: Int = 0)
      event press
      on -> on : press [self.level == level]
    }
    ```

    ```sm
    machine Light {
      var base: Int = 0
      initial state on(level: Int = 0)
      event press
      on -> on : press [base == level]
    }
    ```

    ### `W310`: rows of two regions both leave the composite

    ```sm
    machine Light {
      initial state on {
        region lamp {
          initial state bright
          bright -> off : press
        }
        region door {
          initial state closed
          closed -> off : press
        }
      }
      state off
      event press
      off -> on : press
    }
    ```

    ```sm
    machine Light {
      initial state on {
        region lamp {
          initial state bright
          bright -> off : press
        }
        region door {
          initial state closed
          state open
          closed -> open   : pull
          open   -> closed : pull
        }
      }
      state off
      event press, pull
      off -> on : press
    }
    ```

    ### `W311`: a task or a continuation is forgotten

    A payload whose type is, or holds, a `Task<…>` or something named `…Continuation` is waited for. A row that leaves its
    state, or takes its event, should carry it over, use it, or hand it to an effect; the `exit` of its state may do so
    for all rows. A guard that names the payload counts as a use: it may say that nobody waits. Type aliases of the
    machine are followed. An event with one should be ignored nowhere, and a final state ignores all events. In a machine
    with methods, a row that answers may leave the event's to the caller, who has it and is told what to do; an answer
    that is called `none` tells nothing.

    ```sm
    machine Login {
      initial state idle
      state asking(continuation: CheckedContinuation<Bool, Never>)
      event ask(continuation: CheckedContinuation<Bool, Never>), answer(Bool), cancel
      output resume(CheckedContinuation<Bool, Never>, Bool)
      idle -> asking : ask
      asking         : ask(let other)      / resume(other, false)
      asking -> idle : answer(let isRight) / resume(continuation, isRight)
      asking -> idle : cancel
    }
    ```

    ```sm
    machine Login {
      initial state idle
      state asking(continuation: CheckedContinuation<Bool, Never>)
      event ask(continuation: CheckedContinuation<Bool, Never>), answer(Bool), cancel
      output resume(CheckedContinuation<Bool, Never>, Bool)
      idle -> asking : ask
      asking         : ask(let other)      / resume(other, false)
      asking -> idle : answer(let isRight) / resume(continuation, isRight)
      asking -> idle : cancel              / resume(continuation, false)
    }
    ```

    ### `W312`: no row leads from a state to the end of the machine

    In a machine that has a final state, every state should lead there in the end, whatever its guards say. States that lead
    to one another are one finding.

    ```sm
    machine Upload {
      initial state sending
      state waiting, retrying
      final state done
      event sent, failed, tick
      sending  -> done     : sent
      sending  -> waiting  : failed
      waiting  -> retrying : tick
      retrying -> waiting  : failed
    }
    ```

    ```sm
    machine Upload {
      initial state sending
      state waiting, retrying
      final state done
      event sent, failed, tick
      sending  -> done     : sent
      sending  -> waiting  : failed
      waiting  -> retrying : tick
      retrying -> waiting  : failed
      retrying -> done     : sent
    }
    ```

    ### `W313`: under `unhandled error`, all rows for an event have guards

    ```sm
    machine Door {
      unhandled error
      initial state open(persons: Int = 0)
      state closed
      event press
      open   -> closed           : press [persons < 10]
      closed -> open(persons: 0) : press
    }
    ```

    ```sm
    machine Door {
      unhandled error
      initial state open(persons: Int = 0)
      state closed
      event press
      open -> closed             : press [persons < 10]
      open                       : press [else]
      closed -> open(persons: 0) : press
    }
    ```

    ### `W314`: a comment silences nothing

    `// sm-gen: ignore W305: why` silences warnings and notes of its line, or, on a line of its own, of the next. It names
    the codes and the reason.

    ```sm
    machine Door {
      initial state open
      state closed
      event press, knock  // sm-gen: ignore W305
      open -> closed : press
      closed -> open : press
      open           : knock
    }
    ```

    ```sm
    machine Door {
      initial state open
      state closed
      event press
      // sm-gen: ignore W305: the next version knocks
      event knock
      open   -> closed : press
      closed -> open   : press
    }
    ```

    ## Notes

    ### `N401`: the states within a composite take the event before it

    ```sm
    machine Light {
      initial state on {
        initial state dim
        state bright
        dim    -> bright : press
        bright -> dim    : press
      }
      state off
      event press, pull
      on  -> off : press
      on  -> off : pull
      off -> on  : press
    }
    ```

    ```sm
    machine Light {
      initial state on {
        initial state dim
        state bright
        dim    -> bright : press
        bright -> dim    : turn
      }
      state off
      event press, turn
      on  -> off : press
      off -> on  : press
    }
    ```

    ### `N402`: a choice is generated often

    The rows of a choice without parameters are generated for each row that leads there, from each state and for each event.
    With parameters, they are generated for each state.

    ```sm
    machine Light {
      var presses: Int = 0
      initial state on
      state off
      choice counted
      event e1, e2, e3, e4, e5, e6, e7, e8, e9, e10, e11
      on, off -> counted : e1, e2, e3, e4, e5, e6, e7, e8, e9, e10, e11 / presses += 1
      counted -> off     : [presses > 3]
      counted -> on      : [else]
    }
    ```

    ```sm
    machine Light {
      var presses: Int = 0
      initial state on
      state off
      choice counted(limit: Int)
      event e1, e2, e3, e4, e5, e6, e7, e8, e9, e10, e11
      on, off -> counted(limit: 3) : e1, e2, e3, e4, e5, e6, e7, e8, e9, e10, e11 / presses += 1
      counted -> off               : [presses > limit]
      counted -> on                : [else]
    }
    ```

    ### `N403`: a row of a method copies what it changes

    A method changes a collection or a struct in a payload in place: another state stands in the machine meanwhile. A row
    that names `state`, hands `self` on or calls a method of the machine must find its source there. So the source stays in
    the machine, and the first change copies.

    ```sm
    machine Inbox {
      interface methods
      unhandled ignore
      initial state open(items: [Int] = [])
      event received(_ item: Int)
      open : received(item) / { items.append(item); log(self) }
    }
    ```

    ```sm
    machine Inbox {
      interface methods
      unhandled ignore
      initial state open(items: [Int] = [])
      event received(_ item: Int)
      open : received(item) / { items.append(item); log(items.count) }
    }
    ```
    """#
}
