// Tests/GoldenTests/update writes this file from StateMachineCompiler.docc/Diagnostics.md: change the page instead.

extension Explanation {
  /// What follows the overview of the page, as Markdown.
  static let page = #"""
    ## The text of the file

    ### `E001`: the file is not UTF-8

    A `.sm` file is read as UTF-8, and a byte of this file is not part of UTF-8. The compiler cannot
    tell which character the byte stands for. Save the file in UTF-8. In the first example, `\xE9`
    stands for one byte, which is `é` in Latin-1.

    Wrong:

    ```sm escaped
    machine Door {  // caf\xE9
      initial state open
      state closed
      event close
      open -> closed : close
      closed         : close
    }
    ```

    Right:

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

    The file holds a NUL byte, which `\x00` stands for in the first example. Such a file is not text,
    and the compiler reads it no further. Save the file as text, or remove the byte.

    Wrong:

    ```sm escaped
    machine Door {\x00}
    ```

    Right:

    ```sm
    machine Light { initial state on; event blink; on -> on : blink }
    ```

    ### `E004`: a comment is never closed

    A comment begins with `/*`, and the `*/` that ends it is missing. Comments nest, so that every `/*`
    needs a `*/` of its own. The rest of the file belongs to the comment and cannot be checked. Write
    `*/` at the end of the comment.

    Wrong:

    ```sm
    machine Light { initial state on; event blink; on -> on : blink }
    /* The rest of the file is gone.
    ```

    Right:

    ```sm
    machine Light { initial state on; event blink; on -> on : blink }
    /* A comment /* may nest */ and ends. */
    ```

    ### `E005`: a string literal is never closed

    A string literal has no closing quote. The compiler cannot tell where the string ends and the
    machine goes on. Write `"` at its end.

    Wrong:

    ```sm
    machine Light {
      initial state on
      event blink
      output say(String)
      on -> on : blink / say("hello)
    }
    ```

    Right:

    ```sm
    machine Light {
      initial state on
      event blink
      output say(String)
      on -> on : blink / say("hello")
    }
    ```

    ### `E006`: a bracket is never closed

    A bracket is opened, and the closing bracket is missing. The compiler cannot tell where the
    arguments, the condition or the body ends. It gives the bracket up at the next line that can only be
    a statement, so that the rest of the file is checked. Write the closing bracket.

    Wrong:

    ```sm
    machine Light {
      initial state on(times: Int = 0)
      event blink
      on -> on(times: times + 1 : blink
      on -> on : blink [times > 3
    }
    ```

    Right:

    ```sm
    machine Light {
      initial state on(times: Int = 0)
      event blink
      on -> on(times: times + 1) : blink
    }
    ```

    ### `E009`: a closing bracket closes nothing

    A closing bracket stands where no bracket of its kind is open. If a bracket of another kind is open,
    a note shows that bracket. Leave the closing bracket out, or write the bracket that matches.

    Wrong:

    ```sm
    machine Light {
      initial state on(times: Int = 0)
      event blink
      on -> on(times: times]) : blink
    }
    ```

    Right:

    ```sm
    machine Light {
      initial state on(times: Int = 0)
      event blink
      on -> on(times: times) : blink
    }
    ```

    ## Declarations and rows

    ### `E010`: something else should stand here

    A word or a sign stands in a place where the language has something else. The compiler cannot tell
    what the statement means. The message says what should stand there: in the first example, `state` is
    missing behind `initial`. Misspelled keywords, typographic quotes, and numbers and escapes that
    Swift does not have are reported with this code, too.

    Wrong:

    ```sm
    machine Light {
      initial on
      state off
    }
    ```

    Right:

    ```sm
    machine Light {
      initial state on
      event blink
      on -> on : blink
    }
    ```

    ### `E011`: an arrow is written `->`

    Another sign stands in the place of an arrow. Other tools write arrows as `=>` or `-->`; here, an
    arrow has one form only. Write `->`; `sm-gen check --fix` does so.

    Wrong:

    ```sm
    machine Light {
      initial state on
      event blink
      on => on : blink
    }
    ```

    Right:

    ```sm
    machine Light {
      initial state on
      event blink
      on -> on : blink
    }
    ```

    ### `E012`: an arrow has no event

    A row names no event. Every transition needs a trigger, so that it is clear when the transition is
    taken. Write `: event` behind the target; `: always` if the transition needs no event; `: [else]` or
    `: [guard]` in the row of a choice.

    Wrong:

    ```sm
    machine Light {
      initial state on
      on -> on
    }
    ```

    Right:

    ```sm
    machine Light {
      initial state on
      event blink
      on -> on : blink
    }
    ```

    ### `E013`: the file is another tool's

    The file is written in the language of another tool: PlantUML, Mermaid, Graphviz, SMC or SCXML. This
    compiler reads none of them. Write the machine as a `.sm` file, which begins with `machine Name {`
    and has rows such as `open -> closed : close`. The page [Coming from SMC, PlantUML, XState,
    StateSmith or SCXML][OtherTools.md] compares the languages.

    Wrong:

    ```sm
    @startuml
    [*] --> Open
    @enduml
    ```

    Right:

    ```sm
    machine Door { initial state open; event knock; open : knock }
    ```

    ### `E014`: a line ends in an operator

    A line ends in an operator, so that the expression is not complete. A condition, a property or an
    assignment ends with its line; in parentheses it may go on in the next line. Put the expression in
    parentheses.

    Wrong:

    ```sm
    machine Light {
      guard isLate = hour > 22 ||
        hour < 6
      initial state on(hour: Int = 0)
      event tick
      on -> on : tick [isLate]
    }
    ```

    Right:

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

    An expression of Swift is missing, as between the brackets of a guard or behind an operator. The
    generated code would not compile. Write the expression, or leave out the brackets.

    Wrong:

    ```sm
    machine Light {
      initial state on
      event blink
      on -> on : blink []
    }
    ```

    Right:

    ```sm
    machine Light {
      initial state on(isWarm: Bool = false)
      event blink
      on -> on : blink [isWarm]
    }
    ```

    ### `E016`: a row has no source

    A row begins with its arrow, and names no source. The source may be left out in a state's body only:
    there, that state is the source. Write the name of the source before the arrow, or move the row into
    the state's body.

    Wrong:

    ```sm
    machine Light {
      initial state on
      event blink
      -> on : blink
    }
    ```

    Right:

    ```sm
    machine Light {
      initial state on { -> on : blink }
      event blink
    }
    ```

    ### `E017`: something is no parameter of a payload

    This cannot be read as a parameter of a payload. A parameter is a label with a type, `times: Int`,
    or a type alone. The type `Void` has no value, so that a parameter of this type is none. No
    parameter has `let`; `var` is for the fields of states. Write the label, a colon and the type.

    Wrong:

    ```sm
    machine Light {
      initial state on
      event blink(times:)
      on -> on : blink
    }
    ```

    Right:

    ```sm
    machine Light {
      initial state on
      event blink(times: Int)
      on -> on : blink
    }
    ```

    ### `E018`: a property is computed, lazy or observed

    A property in the machine's body is computed, is `lazy` or has observers; or a stored property
    stands in `swift { … }`. The machine's body declares stored properties only. Computed properties and
    functions stand in `swift { … }`, and stored properties stand beside it, in the machine's body.

    Wrong:

    ```sm
    machine Light {
      initial state on
      event blink
      var half: Int { 2 }
      on -> on : blink [half > 1]
    }
    ```

    Right:

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

    A property is declared without a type. The compiler does not work out the types of Swift
    expressions, and the generated code needs the type. Write `name: Type` or `name: Type = value`.

    Wrong:

    ```sm
    machine Light {
      initial state on
      event blink
      let limit = 3
      on -> on : blink [limit > 1]
    }
    ```

    Right:

    ```sm
    machine Light {
      initial state on
      event blink
      let limit: Int = 3
      on -> on : blink [limit > 1]
    }
    ```

    ### `E020`: a name cannot be used

    Swift has no enum case with such a name, or the name would mean something else in the generated
    code. In back-ticks, a name may hold almost any character (SE-0451), but it cannot be an operator,
    such as `-->`, and it cannot begin with `$`. Choose another name.

    An event called `after`, `every`, `always` or `done` needs back-ticks, in its declaration and in
    rows, as a row has these words in the place of an event. An output called `raise`, `trap`, `throw`
    or `return` needs them, too, as these words begin other effects.

    Wrong:

    ```sm
    machine Light {
      initial state Type
      event blink
      Type -> Type : blink
    }
    ```

    Right:

    ```sm
    machine Light {
      initial state kind
      event blink
      kind -> kind : blink
    }
    ```

    ### `E021`: a duration is malformed

    A duration is malformed, is zero or is out of range. Write a number with its unit and without a
    space, as in `5s` (the units are `ns`, `us`, `ms`, `s`, `min` and `h`), or an expression of type
    `Duration` in parentheses, as in `after (.seconds(delay))`. A number alone, as in `after (30)`, is
    no `Duration`. A timer counts whole nanoseconds, in at most 17 digits. Where no time shall pass,
    write `always`.

    Wrong:

    ```sm
    machine Light {
      initial state on
      on -> on : after 5
    }
    ```

    Right:

    ```sm
    machine Light: Sendable {
      initial state on
      on -> on : after 5s
    }
    ```

    ### `E022`: a statement stands in the wrong place

    A statement of the language stands in a place where it has no meaning: events and outputs, for
    example, are declared in the machine's body and not in a state's. The message says where the
    statement belongs. States that are nested too deeply, and conformances, attributes and generic
    parameters that the machine cannot have, are reported with this code, too.

    Wrong:

    ```sm
    machine Light {
      initial state on {
        event blink
        -> on : blink
      }
    }
    ```

    Right:

    ```sm
    machine Light {
      event blink
      initial state on { -> on : blink }
    }
    ```

    ### `E023`: the file has no machine

    The file has no machine, so that there is nothing to generate. Write `machine Name { … }`.

    Wrong:

    ```sm
    // Nothing here yet.
    ```

    Right:

    ```sm
    machine Light { initial state on; event blink; on -> on : blink }
    ```

    ## Names and payloads

    ### `E101`: a name is not declared

    A name is used and is not declared. Names are declared so that a misspelled name is not taken for
    another state or event. Write the declared name, which the message suggests if there is a similar
    one, or declare the name. `sm-gen check --fix` writes a similar name where no other name can be
    meant. The states and events of a submachine are declared in that machine. Among effects, an event
    stands behind `raise`, as in `raise blink`.

    Wrong:

    ```sm
    machine Light {
      initial state on
      event blink
      on -> onn : blink
    }
    ```

    Right:

    ```sm
    machine Light {
      initial state on
      event blink
      on -> on : blink
    }
    ```

    ### `E102`: a name is declared twice

    Two declarations have one name, or one row names a state or an event twice. The compiler cannot tell
    which declaration a row means, and the generated code would not compile. Names of states are unique
    in the machine, also where the states stand in different regions or composite states. A member in a
    `swift` block cannot be declared like one that is generated: an initializer, or the method of an
    event. Rename one declaration, or leave out the repetition.

    Wrong:

    ```sm
    machine Light {
      initial state on
      event blink, blink
      on -> on : blink
    }
    ```

    Right:

    ```sm
    machine Light {
      initial state on
      event blink, flash
      on -> on : blink, flash
    }
    ```

    ### `E103`: a body has no initial state, or two

    The body of a machine, of a composite state or of a region has no initial state, or it has two. One
    initial state must be active when the body is entered. Write `initial` before one of the states. In
    place of `initial state`, a body may have an arrow from `initial`: it waits for no event, and it
    leads to a state or a choice within the body.

    Wrong:

    ```sm
    machine Light {
      state on
      event blink
      on -> on : blink
    }
    ```

    Right:

    ```sm
    machine Light {
      initial state on
      event blink
      on -> on : blink
    }
    ```

    ### `E104`: a name is one that is generated

    A name of the machine is also the name of a type, a member or a case of the generated code. Swift
    would not accept the name, or take it for the generated one: in the first example, `State` is the
    machine's own type. Qualify the type that is meant, as in `Clock.State`, or choose another name.

    Wrong:

    ```sm
    machine Light {
      initial state on(since: State)
      event blink
      on -> on : blink
    }
    ```

    Right:

    ```sm
    machine Light {
      initial state on(since: Clock.State)
      event blink
      on -> on : blink
    }
    ```

    ### `E105`: nothing supplies a payload

    A row leads to a state with a payload, and nothing supplies the value of a field. A field without an
    argument carries over from a label of the same name in the event or in the source. A field that
    neither of them has must be written, or have a default. Arguments without labels fill the fields
    without labels from the left, also where such a field would carry over. Write the argument at the
    target, or declare a default. Nothing carries over to outputs and to events behind `raise`: write
    all of their arguments.

    A row that leads to a history enters the state with its last payload. If there is no history yet,
    the state needs a payload all the same: declare a default, or a field of that name in the source.

    Wrong:

    ```sm
    machine Light {
      initial state off
      state on(level: Int)
      event press
      off -> on  : press
      on  -> off : press
    }
    ```

    Right:

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

    A label is declared by the event and by the source, and the row uses it. The compiler cannot tell
    which of the two values is meant. Bind the one that is meant, as in `dim(level: new)`, or leave the
    other out, as in `on(level: _)`. A row that assigns the source's label gives the event's another
    name, as in `on : dim(level: new) / level = new`. A name that is both a guard and a value of the row
    is ambiguous, too: rename one of them. So is the name of several events of a machine with methods:
    write the full name.

    Wrong:

    ```sm
    machine Light {
      initial state on(level: Int = 0)
      event dim(level: Int)
      on -> on : dim [level > 3]
    }
    ```

    Right:

    ```sm
    machine Light {
      initial state on(level: Int = 0)
      event dim(level: Int)
      on -> on(level: new) : dim(level: new) [level > 3]
    }
    ```

    ### `E107`: a label is unknown, missing or misplaced

    A label of an argument or of a pattern is not declared, is missing, is given twice, or does not
    stand in the order of the declaration. The compiler finds the field by its label, as Swift does.
    Write the declared labels in the order of the declaration.

    Wrong:

    ```sm
    machine Light {
      initial state on(level: Int = 0)
      event dim
      on -> on(levle: 3) : dim
    }
    ```

    Right:

    ```sm
    machine Light {
      initial state on(level: Int = 0)
      event dim
      on -> on(level: 3) : dim
    }
    ```

    ### `E108`: there are too many arguments

    A state, an event or an effect is given more values than it declares. There is no field for the
    rest. Leave the surplus out, or declare another parameter. A state that a row does not leave keeps
    its payload, and takes no arguments. A pattern for a final state, as in `done(.failed(let error))`,
    has one pattern for each value that the state holds.

    Wrong:

    ```sm
    machine Light {
      initial state on
      event dim
      on -> on(3) : dim
    }
    ```

    Right:

    ```sm
    machine Light {
      initial state on(Int = 0)
      event dim
      on -> on(3) : dim
    }
    ```

    ### `E109`: a label would carry over and has another type

    A field of the target has the label of a value of the event or of the source, but another type. The
    value would carry over, and the compiler converts nothing. Write the argument, with the conversion,
    at the target.

    Wrong:

    ```sm
    machine Light {
      initial state on(level: Int = 0)
      event dim(level: Double)
      on(level: old) -> on : dim [old > 3]
    }
    ```

    Right:

    ```sm
    machine Light {
      initial state on(level: Int = 0)
      event dim(level: Double)
      on(level: old) -> on(level: Int(level)) : dim [old > 3]
    }
    ```

    ### `E110`: a label is not in all sources

    A row with several sources or several events stands for several rows: one for each source and each
    event. A name in the row is not known in all of these rows, or has different types in them. Write
    separate rows, or use a name that has the same type in all of them.

    Wrong:

    ```sm
    machine Light {
      initial state off
      state on(level: Int)
      event press
      off, on -> on(level: level + 1) : press
    }
    ```

    Right:

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

    An assignment changes something that cannot be changed there. A payload lives as long as its state.
    A row with an arrow may change the source's payload where the change goes on: to a field of a state
    that is entered, to a guard of a choice, or to an effect behind the assignment. In the first
    example, the change is lost, because `off` has no field for it. The payload of an event, a `let` and
    a guard cannot be assigned either, and an `exit` cannot change the payload of its state. Leave out
    the assignment or the arrow, or declare the field in the target. A field that only the target has is
    given by an argument, as in `on -> off(level: 3)`. Where an event and its source have the same
    label, give the event's another name, as in `on : dim(level: new) / level = new`.

    Wrong:

    ```sm
    machine Light {
      initial state on(level: Int = 0)
      state off
      event press
      on  -> off : press / level += 1
      off -> on  : press
    }
    ```

    Right:

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

    A guard or a named effect uses itself, directly or through others. The name of a guard or an effect
    is replaced by its expression or its effects, and this replacement would never end. Guards and
    effects that go through too many others, or become too long, are reported with this code, too. Write
    the expression, or the effects, of one of them out.

    Wrong:

    ```sm
    machine Light {
      guard isBright = !isDark
      guard isDark = !isBright
      initial state on
      event press
      on -> on : press [isDark]
    }
    ```

    Right:

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

    The initial value of a property uses another property of the machine. Swift works out initial values
    before the machine exists. The default of a payload cannot use a property either. Write the value,
    or give it in a row.

    Wrong:

    ```sm
    machine Light {
      let limit: Int = 3
      let double: Int = limit * 2
      initial state on
      event press
      on -> on : press [double > limit]
    }
    ```

    Right:

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

    A block runs to its end within the transition. It cannot `return`, `throw`, `await`, `break` or
    `continue` out of itself, and it cannot leave a `try` uncaught: the machine would stop in the middle
    of a transition. Put a condition into an `if`, catch the error in the block, write `throw` as the
    last effect of the row, or produce an output in place of `await`. Functions in `swift { … }` cannot
    assign `state`: only rows change the state.

    Wrong:

    ```sm
    machine Light {
      initial state on
      event press
      var count: Int = 0
      on -> on : press / { if count > 3 { return }; count += 1 }
    }
    ```

    Right:

    ```sm
    machine Light {
      initial state on
      event press
      var count: Int = 0
      on -> on : press / { if count <= 3 { count += 1 } }
    }
    ```

    ### `E115`: two wrappers have one name

    Two wrappers of a machine have one name. Each wrapper is a type of the generated code, and types of
    one name do not compile. Give one of them a name, as in `wrapper class LightBox`.

    Wrong:

    ```sm
    machine Light {
      wrapper class
      wrapper class
      initial state on
      event press
      on -> on : press
    }
    ```

    Right:

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

    The machine cannot have this wrapper. Examples are `wrapper none` beside another wrapper, an actor
    with `@Observable` or with the attribute of a global actor, an actor around a machine that is not
    `Sendable`, a class without isolation for a machine with asynchronous outputs or timers, and a
    wrapper of a machine in a generic type. Swift would not accept the generated wrapper. Write what the
    message says.

    Wrong:

    ```sm
    machine Light {
      wrapper none
      wrapper class
      initial state on
      event press
      on -> on : press
    }
    ```

    Right:

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

    Two rows without guards have the same source and the same event. The first row is always taken, and
    the second row never. Give the first row a guard, or leave one of the rows out.

    Wrong:

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

    Right:

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

    A row begins in a final state, or a final state has an `exit`, a `do` or a timer. A final state ends
    its body: it takes no events and is not left by a row of its own. Leave the row out, or leave out
    `final`. The wildcard `*` does not include final states, so that `except` does not name them.

    In a machine with `interface methods`, callers still want answers: rows may begin in a final state
    there.

    Wrong:

    ```sm
    machine Light {
      initial state on
      final state broken
      event press
      on     -> broken : press
      broken -> on     : press
    }
    ```

    Right:

    ```sm
    machine Light {
      initial state on
      final state broken
      event press
      on -> broken : press
    }
    ```

    ### `E203`: rows are missing under `unhandled error`

    A pair of state and event has no row, and the machine's policy `unhandled error` asks for one. Every
    pair needs a row, or a `defer`; where `unhandled error` stands behind an event, every pair with that
    event needs one. There are two exceptions:

    1. A state needs no row for an event that cannot come there, because only outputs send it
       (`output … async -> event`).
    2. In a machine with regions, a pair is complete too where another region that is active with the
       state answers for the event: that region alone has rows for the event, or it is certain to take
       or keep the event. So a missing row is reported once, in the region concerned.

    Write the missing rows. A row without an arrow and without effects ignores the event.

    Wrong:

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

    Right:

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

    An effect stands behind `trap`, `throw` or an answer. Each of these ends the effects of its row, so
    that the effect would never run. Put the effect before it, or leave the effect out.

    Wrong:

    ```sm
    machine Light {
      initial state on
      event press
      output blink
      on : press / trap("no button"), blink
    }
    ```

    Right:

    ```sm
    machine Light {
      initial state on
      event press
      output blink
      on : press / blink, trap("no button")
    }
    ```

    ### `E205`: a final state has states within it

    A final state has states within it. A final state ends its body as soon as it is entered, and does
    nothing after that. Leave out `final`, or declare one of the states within it `final`.

    Wrong:

    ```sm
    machine Light {
      initial state on
      final state off { initial state cold }
      event press
      on -> off : press
    }
    ```

    Right:

    ```sm
    machine Light {
      initial state on
      final state off
      event press
      on -> off : press
    }
    ```

    ### `E206`: a choice is given what it does not have

    A row treats a choice as a state. The machine passes through a choice within one transition: it is
    never in a choice, and no event comes there. So the rows of a choice have no event, and only a
    choice with parameters takes arguments. The labels that all rows to the choice have are known in its
    rows. Leave out the event, as in the second example, or name a state.

    Wrong:

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

    Right:

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

    No row of a choice may apply. The transition has begun, so that one way must always be open. Make
    the last row `[else]`, or leave out its condition. Patterns of the choice's parameters that together
    match everything, such as `nil` and `let x?`, are enough, too.

    Wrong:

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

    Right:

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

    `always` rows, or the rows of choices, lead back to where they began, and no event comes between
    them. The machine would never come to rest. Give one of the `always` rows a guard or an event, and
    put a state between choices. An `always` row without an arrow and without an effect changes nothing,
    and would be taken again for ever: give it an arrow or an effect.

    Wrong:

    ```sm
    machine Light {
      initial state on
      state flickering
      event press
      on         -> flickering : press
      flickering -> flickering : always
    }
    ```

    Right:

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

    A history stands where there is none. The history of a composite state remembers which state within
    it was active; a state without states within it has no history. A history is a target, as in
    `on.history`, or the beginning of an arrow `history -> target` in the body of the composite, which
    waits for no event and leads to a state within it. Name the state itself, or declare states within
    it.

    Wrong:

    ```sm
    machine Light {
      initial state off
      state on
      event press
      off -> on.history : press
      on  -> off        : press
    }
    ```

    Right:

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

    A row waits for `done`, and the state is never done: no state within it is final, or the pattern
    names a state that is not final. Such a row is never taken. Declare a state within it `final`, or
    name an event in place of `done`.

    Wrong:

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

    Right:

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

    A final state defers an event. A deferred event waits for a state that takes it, and no state
    follows a final state. Leave out the `defer`, or leave out `final`.

    Wrong:

    ```sm
    machine Light {
      initial state on
      final state off { defer press }
      event press
      on -> off : press
    }
    ```

    Right:

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

    A body has regions and states beside each other or has one region only; or a region holds regions
    directly, or holds no states. The regions of a body are active at the same time, so that a state
    beside them would belong to none of them. Move the state into a region, or leave out the region
    where there is one only. A region holds states. `entry`, `exit` and the like stand in the composite
    or in the states of the region.

    Wrong:

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

    Right:

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

    An arrow leads from one region to another beside it. Both regions are active already, so that no
    transition enters the other. Write a row for the event in the other region, too, or `raise` an event
    for which it has a row. Where a row has several targets, they stand in different regions of one
    composite state.

    Wrong:

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

    Right:

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

    Machines hold each other, or a machine cannot be held by this one. A machine is a value, and a value
    cannot hold itself. A submachine must have the access, the isolation and the conformances of the
    machine that holds it, cannot be `~Copyable` or have methods, and must be able to begin in the place
    where it stands. A generic one is named with its arguments. Let one machine send events to the
    other, or write what the message says.

    Wrong:

    ```sm
    machine Light {
      initial state on: Lamp
    }
    machine Lamp {
      initial state off: Light
    }
    ```

    Right:

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

    The effect behind the `do` of a state is not an asynchronous output, or two states share the output.
    `do` begins an `async` or `stream` output when the state is entered, and ends the output when the
    state is left. Two states that can be active at the same time need an output each: the end of one
    state would end the work of the other. Declare the output `async` or `stream`, declare another
    output, or write the effect behind `entry /`.

    Wrong:

    ```sm
    machine Light: Sendable {
      initial state on { do / glow }
      event press
      output glow
      on -> on : press
    }
    ```

    Right:

    ```sm
    machine Light: Sendable {
      initial state on { do / glow }
      event press
      output glow async
      on -> on : press
    }
    ```

    ### `E217`: a group where one state is meant, or within itself

    A group stands where one state is meant, or a group holds itself. A group is a name for several
    states. It is no target and no part of a path, because a transition leads to one state. It is no
    source if one of its members, such as a region or a final state, can have no rows. Name one state,
    or take the member out of the group.

    Wrong:

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

    Right:

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

    `in(state)` stands where no state can be asked for. It is for guards of rows with an event, a timer,
    `always` or `done`, and it takes one state, in parentheses. It cannot stand in the guards of
    choices, in effects or in arguments, because states have been left already when these are evaluated.
    It cannot stand in a default, because the machine does not exist yet. Write it in the guard of the
    row.

    Wrong:

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

    Right:

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

    A `throw` stands where no caller takes the error. A row throws to the sender of its event. An
    `entry`, an `exit` or a `do` belongs to a state, to which many rows may lead: write the `throw` in
    these rows. Only its owner sends an event to a submachine: write the `throw` in the owner's rows.

    Wrong:

    ```sm
    machine Light {
      initial state on { entry / throw LampMissing() }
      event press
      on -> on : press
    }
    ```

    Right:

    ```sm
    machine Light {
      initial state on
      event press
      on -> on : press / throw LampMissing()
    }
    ```

    ### `E221`: an output cannot send this

    An output cannot send an event that is declared behind its `->`. An `async` or `stream` output
    declares there which events it sends. An output without these words is performed at once and sends
    no events. The event that passes other events on to a submachine cannot stand there either, because
    outputs of the submachine send such events, too. Declare the output `async` or `stream`, or leave
    the event out.

    Wrong:

    ```sm
    machine Light: Sendable {
      initial state off
      event press, dusk
      output watch -> dusk
      off : press / watch
      off : dusk
    }
    ```

    Right:

    ```sm
    machine Light: Sendable {
      initial state off { do / watch }
      event dusk
      output watch stream -> dusk
      off : dusk
    }
    ```

    ### `E232`: an event does more than change properties

    An event has an effect of its own that does more than change properties. Effects behind an event's
    declaration are run before its rows, in every state. They change properties of the machine, and do
    nothing else. They belong to one event, which is declared by itself. Write other effects in the rows
    for the event.

    Wrong:

    ```sm
    machine Channel {
      var isWritable: Bool = true
      initial state open
      event writabilityChanged(writable: Bool) / isWritable = writable, flush
      output flush
      open : writabilityChanged
    }
    ```

    Right:

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

    A row of a choice has no arrow, and no state can stay active there. Such a row leaves the state
    active that the arrow to the choice came from. That is not possible where the `exit` of this state
    has run, or where its `do`, a timer or its submachine has ended with it. Give the row a target, or
    move the effect of the `exit` into the rows.

    Wrong:

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

    Right:

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

    A row of a choice with parameters uses the payload of an event. Different events may lead there, so
    that the payload is not known. Give the value to the choice as a parameter. In a machine with
    regions, a choice has no parameters.

    Wrong:

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

    Right:

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

    A machine uses a feature of the other interface. A machine has one function for all events (the
    reducer), or one method for each event (`interface methods`):

    - Answers, `throws`, `inout` and attributes of events need methods.
    - Outputs, timers, `do` and wrappers need a reducer, because a machine with methods has no wrapper.
    - `defer` and `raise` need a reducer, because a machine with methods has no queue of events.
    - Regions and submachines need a reducer.
    - `always` and `done` rows need a machine that is neither `~Copyable` nor `@inlinable` where events
      are methods. Composite states need a machine that is not `~Copyable` there.

    Write `interface methods` in the machine's body, or leave the feature out.

    Wrong:

    ```sm
    machine Pool: Sendable {
      initial state open
      event next -> Int
      open : next
    }
    ```

    Right:

    ```sm
    machine Pool: Sendable {
      interface methods
      initial state open
      event next -> Int
      open : next / return 3
    }
    ```

    ### `E242`: an answer is missing, or does not fit

    A row does not answer its event, or its answer does not fit. The event's method must return a value.
    A row answers as its last effect, with a case of the event's action or with `return`. An event that
    returns something and has no default, `-> Type = value`, must be answered by each of its rows. A row
    that leads to a choice neither answers nor throws: the rows of the choice do.

    Wrong:

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

    Right:

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

    No transition leads from the initial state to this state, directly or through others. The state is
    never active. Either its rows are useless, or a row that leads to the state is missing. Add this
    row, or remove the state.

    With the warning:

    ```sm
    machine Light {
      initial state on
      state off
      event press
      on  -> on : press
      off -> on : press
    }
    ```

    Without it:

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

    A state that is not final has no row. Once it is entered, the machine takes no event there, which
    may mean that a row is missing. Declare the state `final` if the machine, or the composite state,
    ends there; else add a row.

    With the warning:

    ```sm
    machine Light {
      initial state on
      state off
      event press
      on -> off : press
    }
    ```

    Without it:

    ```sm
    machine Light {
      initial state on
      final state off
      event press
      on -> off : press
    }
    ```

    ### `W303`: a row never applies

    A row never applies, because earlier rows take the event in all cases: an earlier row has no guard,
    or has the same guard, or the patterns of earlier rows together match everything. Rows are tried in
    the order of the file. Move the row with the guard before the other, or leave one out.

    With the warning:

    ```sm
    machine Light {
      initial state on(level: Int = 0)
      event press
      on -> on(level: 0)         : press
      on -> on(level: level + 1) : press [level < 3]
    }
    ```

    Without it:

    ```sm
    machine Light {
      initial state on(level: Int = 0)
      event press
      on -> on(level: level + 1) : press [level < 3]
      on -> on(level: 0)         : press
    }
    ```

    ### `W304`: a `*` row never applies

    A row with the source `*` stands for no state. `*` means every state of its body, with three
    exceptions: final states, states that `except` names, and states that have a row of their own for
    the event. In the first example, both states have a row for `press`. Leave the row out, or leave out
    the rows of the states.

    With the warning:

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

    Without it:

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

    A declaration is never used. It may be left over, or a row that should use it is missing. Use it, or
    remove it. Some declarations count as used:

    - A property of a `public` or `package` machine, unless the property is `private`: code outside of
      the machine may read it.
    - An `action` where an event answers with it, or where a type names it.
    - An answer of an `action` where a row gives it, where the Swift in the file has a member of its
      name, or where a row gets an answer from a function of another file.

    The warning also stands at a `do` whose result is never used: the event that it sends has rows in
    other states only, and the result comes while this state is active.

    With the warning:

    ```sm
    machine Light {
      initial state on
      event press, hold
      on -> on : press
    }
    ```

    Without it:

    ```sm
    machine Light {
      initial state on
      event press, hold
      on -> on : press
      on       : hold
    }
    ```

    ### `W306`: a guard is a literal

    A guard is `true` or `false`, so that it decides nothing. An `[else]` is such a guard, too, where no
    row with a guard comes before it. Leave out a guard that always holds, and the row of a guard that
    never holds.

    With the warning:

    ```sm
    machine Light {
      initial state on
      event press
      on -> on : press [true]
    }
    ```

    Without it:

    ```sm
    machine Light {
      initial state on
      event press
      on -> on : press
    }
    ```

    ### `W307`: a guard assigns

    A guard assigns with `=`. A guard only reads, and a comparison is probably meant. Compare with `==`,
    or assign in an effect.

    With the warning:

    ```sm
    machine Light {
      initial state on(level: Int = 0)
      event press
      on -> on : press [level = 3]
    }
    ```

    Without it:

    ```sm
    machine Light {
      initial state on(level: Int = 0)
      event press
      on -> on : press [level == 3]
    }
    ```

    ### `W308`: names differ only in case

    Two names differ only in their upper and lower case letters. Readers confuse such names, and a wrong
    letter gives a valid row with another meaning. Rename one of them.

    With the warning:

    ```sm
    machine Light {
      initial state on
      state On
      event press
      on -> On : press
      On -> on : press
    }
    ```

    Without it:

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

    A label has the name of a property of the machine. In the rows that know the label, the name means
    the label, and the property is read only as `self.name`. A reader may take one for the other. Rename
    one of them.

    With the warning:

    ```sm
    machine Light {
      var level: Int = 0
      initial state on(level: Int = 0)
      event press
      on -> on : press [self.level == level]
    }
    ```

    Without it:

    ```sm
    machine Light {
      var base: Int = 0
      initial state on(level: Int = 0)
      event press
      on -> on : press [base == level]
    }
    ```

    ### `W310`: rows of two regions both leave the composite

    Rows of two regions leave the same composite state on the same event. Where both rows apply, only
    the row of the region that is declared first is taken. Write the row in one of the regions, or in
    the composite state.

    With the warning:

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

    Without it:

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

    A task or a continuation in a payload is given up, and a caller may wait for it for ever. The
    warning is about payloads whose type is, or contains, `Task<…>` or a type with a name that ends in
    `Continuation`. Type aliases of the machine are followed. These are the rules:

    1. A row that leaves the payload's state, or takes the payload's event, should carry the payload
       over, use it, or hand it to an effect. The `exit` of the state may do so for all rows.
    2. A guard that names the payload counts as a use: it may ask whether a caller waits.
    3. An event with such a payload should be ignored in no state. A final state ignores all events.
    4. In a machine with methods, a row that answers may leave the event's payload to the caller, who
       has it and is told what to do by the answer. An answer that is called `none` tells nothing.
    5. A row may drop an optional that is `nil` there: rows before it took all other values by a pattern
       (`let w?`), or by a guard that asks for the payload.
    6. A row may drop a task, but no continuation, where the event says that the task's work has ended:
       `finished`, `uploadFailed`, or `loaded` in the state `loading`.

    Hand the payload to an effect that resumes or cancels it.

    With the warning:

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

    Without it:

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

    No row leads from a state to a final state of the machine, directly or through others. In a machine
    that has a final state, rows should lead from every state to a final state. Otherwise the machine
    may never finish. This warning does not look at guards. States that lead to one another are one
    finding. Write a row that leads on to a final state, or declare the state `final`.

    With the warning:

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

    Without it:

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

    All rows of a state for an event have guards. If none of the guards holds, no row applies. The
    policy `unhandled error` asks for a row in every case. Write a row with `[else]`.

    With the warning:

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

    Without it:

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

    A comment is meant to silence a finding that does not exist, or the comment is malformed.
    `// sm-gen: ignore W305: why` silences warnings and notes of its line, or, on a line of its own, of
    the next line. It names the codes and the reason. A comment that silences nothing today may hide a
    mistake later. Write the reason, or leave the comment out.

    With the warning:

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

    Without it:

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

    ### `W315`: a line is hardly meant as it stands

    Swift elsewhere in the module can make sense of the line, and it is more likely a slip. Swift in a
    row has a name that is nearly that of a guard, a property or a label, the label of another event, or
    the name of an event, an output or an effect. A default has the name of a label. A pattern lacks the
    `let` of a name that the row uses, or the dot before a case of a submachine. A block calls a
    function that is named like an output: outputs stand without braces. A type begins with a small
    letter, or a machine has a protocol that is nearly one of Swift's. The word `var` stands before a
    number, a timer goes off and nothing happens, or rows without guards raise each other's events for
    ever. Two files of one folder declare a machine of one name. Write what is meant.

    With the warning:

    ```sm
    machine Door {
      initial state open
      state closed
      event press
      var tries: Int = 0
      open   -> closed : press
      closed -> open   : press [trys < 3] / tries += 1
    }
    ```

    Without it:

    ```sm
    machine Door {
      initial state open
      state closed
      event press
      var tries: Int = 0
      open   -> closed : press
      closed -> open   : press [tries < 3] / tries += 1
    }
    ```

    ## Notes

    ### `N401`: the states within a composite take the event before it

    A composite state has a row that never applies, because every state within it has a row that always
    takes the event. The states within a composite state are asked before it. The row may be meant as a
    default, or be left over. Leave the row out, or let a state within it leave the event to the
    composite state.

    With the note:

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

    Without it:

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

    The rows of a choice are generated many times. For a choice without parameters, they are generated
    for each row that leads there, from each state and for each event. For a choice with parameters,
    they are generated for each state. The machine is right, but the generated code is long. Give the
    choice parameters.

    With the note:

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

    Without it:

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

    A row of a method copies a collection or a struct before it changes it. Other rows change such a
    value in place: the machine holds another state while the row runs. But a row that names `state`,
    hands `self` on or calls a method of the machine must find its source in the machine. So the source
    stays there, and the first change copies the value. The row is right, but slow with large values.
    Name a field of the source in place of `state` or `self`, where that is enough.

    With the note:

    ```sm
    machine Inbox {
      interface methods
      unhandled ignore
      initial state open(items: [Int] = [])
      event received(_ item: Int)
      open : received(item) / { items.append(item); log(self) }
    }
    ```

    Without it:

    ```sm
    machine Inbox {
      interface methods
      unhandled ignore
      initial state open(items: [Int] = [])
      event received(_ item: Int)
      open : received(item) / { items.append(item); log(items.count) }
    }
    ```

    ### `N404`: a value that a replay cannot repeat

    A guard, an effect or an argument of a machine that is `Codable` asks for the time or for a random
    value. Replayed from a journal, the machine gets another value there, and may go another way. Let
    the event bring the value: then the journal has it. A generator that the machine keeps, as in
    `Int.random(in: 1...6, using: &dice)`, repeats its values, too.

    The note knows `Date()`, `Date(timeIntervalSinceNow:)`, `UUID()`, `SystemRandomNumberGenerator()`,
    `now` and `random` behind a type or behind a dot alone, and `randomElement()`, `shuffled()` and
    `shuffle()` of any value. `clock.now` is no finding, as nobody knows what `clock` is, and a name
    that the file declares means what it means there. The default of a state's payload counts where an
    arrow leaves the argument out. The values with which the machine begins are in the journal.
    Functions in `swift { … }` and durations of timers are not looked at.

    With the note:

    ```sm
    machine Bell: Codable {
      initial state quiet
      state ringing(since: Date)
      event press
      quiet   -> ringing(since: Date()) : press
      ringing -> quiet                  : press
    }
    ```

    Without it:

    ```sm
    machine Bell: Codable {
      initial state quiet
      state ringing(since: Date)
      event press(at: Date)
      quiet   -> ringing(since: at) : press
      ringing -> quiet              : press
    }
    ```

    """#
}
