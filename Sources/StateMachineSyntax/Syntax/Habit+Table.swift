/// The table of habits: mistakes that users of other languages make, each with the text that the message suggests. A
/// line is one habit, and has this form:
///
///     places: words before the token ^ token ?condition ⇒ what to write
///
/// For example, `events: or and ⇒ separate events by commas` matches the token `or` after the events of a row. The
/// first line that matches is used.
///
/// Words and punctuation match themselves. `_` matches any name, `0` any number, `;` the end of the statement, and `…`
/// text that the language does not have. A line without a token matches every token. Without a `^`, anything may
/// precede the token. A gap in what to write, such as `$word`, is replaced by a text from the user's file. If the file
/// has no such text, the line does not match.
extension Habit {
  private static let layout = "the layout of pictures is not written here: leave this line out"
  static let regions = "write regions in the body of a state, each as 'region b { … }' in a line of its own"
  private static let histories = "a history is not declared, it is a target, as in 'off -> on.history'"
  private static let someStates = "write '* except a, b' for every state but some"
  private static let aCondition = "write the condition in brackets, as in '[condition]'"
  private static let aRow = "write a row, as in 'a -> b : event'"
  static let conditionalLine = "a machine has no conditional lines: write '#if' in Swift, or around the machine"

  /// The keywords with which an unknown word at a place is compared, to find misspellings: in `/ rais stop`, `rais` is
  /// compared with `raise`. Only places at which no name can be are in the dictionary.
  static let keywords: [Place: [String]] = [
    .file: ["machine", "import"], .event: ["unhandled", "throws", "where"], .output: ["async", "stream", "sync"],
    .events: ["after", "every"], .effects: ["raise", "trap", "throw", "return"],
  ]

  static let table = lines.compactMap(Habit.init)

  static let lines = """
    word: title skinparam hide show scale direction header footer legend classdef ^ ⇒ \(layout)
    word: click theme style acctitle accdescr ^ ⇒ \(layout)
    word: id key version meta tags ^ ⇒ the machine's name stands after 'machine': leave this line out
    word: note ^ ⇒ write a note as a comment, after '//' or '///'
    word: const ^ ⇒ write a property, as in 'let limit: Int = 3'
    word: parallel concurrent fork join and orthogonal regions ^ ⇒ \(regions)
    word: condition predicate ^ ⇒ write 'guard name = condition'
    word: emit send call perform ^ ⇒ write '/ output' after the event of a row, or after 'entry'
    word: deinit init enum struct extension subscript static ^ ⇒ write declarations of Swift in 'swift { … }'
    word: def fn fun function void ^ ⇒ write declarations of Swift in 'swift { … }'
    word: typedef ^ ⇒ write 'typealias Name = Type'
    word: junction decision branch ^ ⇒ write 'choice' in the place of '$word'
    word: deephistory shallowhistory ^ ⇒ \(histories)
    word: entrypoint exitpoint entrystate exitstate ^ ⇒ a row leads to a state inside by its path, as in 'off -> on.dim'
    word: async stream ^ ⇒ write 'output name $word'
    word: timeout timer delay wait sleep ^ ⇒ a timer stands in the place of an event, as in 'b -> a : after 5s'
    word: internal local external self on when transitions trigger permit row rows arrow goto target ^ ⇒ \(aRow)
    word: states ^ ⇒ write 'state' before each state, or before names with commas between them
    word: events input inputs signal signals message command ^ ⇒ write 'event' before names with commas between them
    word: context data extstate datamodel ^ ⇒ write a property, as in 'var count: Int = 0'
    word: invoke activities ^ ⇒ write 'do / output' in the state's body
    word: initial start begin ^ ⇒ write 'initial' before a state, as in 'initial state open'
    word: type final end ^ ⇒ write 'final' before a state, as in 'final state done'
    word: after ^ ⇒ write a timer in the place of an event, as in 'a -> b : after 5s'
    word: always ^ ⇒ write 'always' in the place of an event, as in 'a -> b : always'
    word: actions action ^ ⇒ write effects after '/', with commas between them
    word: guard cond ^ ⇒ write a condition in a row's brackets, as in 'a -> b : event [condition]'
    word: entry exit do ^ ⇒ write '$word / effect'
    word: event output state choice region ^ ⇒ write '$word name'
    any: # ?blank ⇒ write '//' before a comment
    statement: #if #else #elseif #endif ⇒ \(conditionalLine)
    statement end reach claim pseudostate file: #define ⇒ write a property, as in 'let limit: Int = 3'
    statement end reach claim pseudostate file: #include #import ⇒ write 'import Module', as in Swift
    statement: !theme !include !pragma !define !$ ⇒ \(layout)
    statement: -- ?alone ⇒ \(regions)
    statement: | & ⇒ \(regions)
    statement end reach claim pseudostate file: # %% ' -- ⇒ write '//' before a comment
    statement: ( ⇒ separate sources by commas, without parentheses
    statement: [*] ⇒ write 'initial' before the state that the machine begins in
    statement: [ ⇒ separate sources by commas, without brackets
    statement: " ⇒ names stand without quotes
    statement: ! ⇒ \(someStates)
    statement: ⇒ \(aRow)
    state event output choice: _ ?colon ⇒ write a payload in parentheses
    end reach claim: ( ⇒ leave out the parentheses
    end pseudostate: -> : ?inState ⇒ write the row in a line of its own
    end: entry exit do ^ / ⇒ write ';' in the place of ',' before an action of the state
    file: end endmachine ⇒ leave it out
    file: ?modifier ⇒ leave out '$token'
    file: Machine MACHINE Import IMPORT ⇒ write '$small' in small letters
    file: _ 0 … -> * : { ( [ ) ] < @ . , = / ⇒ a machine is written 'machine Name { … }'
    sent: async stream ⇒ write the next output in a line of its own
    reach: [ ⇒ 'can reach' has no condition: leave it out
    claim: / ⇒ '$word' tells tests what to look at, and has no effects: leave them out
    arrow: history ^ _ ; ⇒ \(histories)
    pseudostate: [ ⇒ leave it out, or write '$word -> choice', with conditions after that
    action: _ ⇒ write '$word / $effect'
    action: { ⇒ write '$word / { … }'
    action: ⇒ write '$word / effect'
    kindOfWrapper: observable Observable ObservableObject ⇒ write 'wrapper @MainActor @Observable class'
    kindOfWrapper: value enum ⇒ write 'wrapper none', as the machine itself is a value
    kindOfWrapper: mainactor MainActor ⇒ write 'wrapper @MainActor class'
    source: ?everyState ⇒ \(someStates)
    source attribute kindOfState kindOfWrapper: ⇒ $wrapper
    kindOfState: final ^ initial ⇒ write 'initial final state'
    kindOfState: = ⇒ write '$word state' before a state
    kindOfState: _ ⇒ write '$word state $token'
    kindOfWrapper: wrapper ^ ⇒ write 'wrapper class' or 'wrapper actor', and its name after that
    kindOfWrapper: ⇒ write 'class' after its attributes
    wrapper namedWrapper: @ ⇒ $wrapper, as attributes stand before '$word'
    wrapper namedWrapper: _ ⇒ $wrapper
    namedWrapper: : ⇒ a wrapper names no base and no protocols: leave them out
    wrapper: : ⇒ write its name after '$word', as in 'wrapper $word Door'
    wrapper namedWrapper: { ⇒ it has no body: write an extension of it in Swift
    wrapper namedWrapper: ⇒ leave it out
    declaration: " ' ⇒ a name stands without quotes; a comment '///' above it documents it, also in diagrams
    name declaration: 0 ⇒ a name begins with a letter or '_'
    name declaration: , ^ -> ⇒ leave out the comma before '->'
    name declaration: -> ⇒ \(someStates)
    name declaration: , ⇒ leave out one of two commas
    name declaration: / ⇒ leave out '/'
    name declaration: . ^ . ⇒ an arrow is written '->'
    name declaration: … . ⇒ write a name, which has letters, digits and '_'
    machine: extends inherits implements from ⇒ a machine has no base: write protocols after ':', \
    and a state that holds a machine as 'state a : Other'
    machine: _ ⇒ write '{' after the machine's name
    machine: , ⇒ write ':' before protocols
    machine: . ⇒ a machine in another type is written 'machine Door in Client'
    machine: ( ⇒ a machine has no parameters: write properties in its body
    machine: = ⇒ leave it out
    machine: - ⇒ a name has letters, digits and '_'
    machineName: ⇒ write a name, as in 'machine Door {'
    region: ⇒ write 'region $word { … }'
    group: ⇒ write 'group $word = a, b'
    guard: ( ⇒ a guard has no parameters, as it knows the labels of the rows that use it
    guard: ⇒ write 'guard $word = condition'
    namedEffect: ⇒ write 'effect $word = a, b'
    results: ⇒ an effect that Swift performs is declared as 'output $word'
    output: async ^ throws rethrows ⇒ an output does not throw: let its closure return an event for the failure
    output: throws rethrows ⇒ an output does not throw: handle the error in its closure
    output: sync ⇒ an output without 'async' is performed at once: leave it out
    output: async stream ⇒ an output is 'async' or 'stream', and not both: leave one out
    output: async stream ^ ⇒ write '$word' after the output's name
    output: func ^ _ ⇒ leave out 'func'
    output: / ⇒ an output is declared alone: write '/ effect' in a row
    event: ignore assert trap throw error ⇒ write 'unhandled $token'
    end member state event output choice events guarded effects \
    reach claim pseudostate: ?statement ⇒ write ';' or a new line before another statement
    member: { [ ( ⇒ write the names of states without brackets
    member: * ⇒ write the names of its states; a row for all of them begins with '*'
    member: _ … ⇒ separate states by commas
    choice: { : ⇒ a choice has no body: write rows from it, as in 'choice -> a : [condition]'
    state: choice ^ _ ⇒ write 'choice $token'
    state: as ⇒ a state has one name: leave this out
    state: <<choice>> ⇒ write 'choice' in the place of 'state'
    state: <<fork>> <<join>> ⇒ regions begin and end together without it: leave this line out
    state: <<history>> <<history*>> ⇒ \(histories)
    state: <<entryPoint>> <<exitPoint>> ⇒ a row leads to a state inside by its path, as in 'off -> on.dim'
    state: [final] [initial] [*] <<start>> <<initial>> <<end>> <<final>> ⇒ write 'initial' or 'final' before 'state'
    state: << ⇒ leave it out
    state: < ⇒ a state has no generic parameters: write them after the machine's name
    state: " #" ⇒ a state has no title; a comment '///' above it documents it, also in diagrams
    state: # ⇒ a state has no colour: leave it out
    state: initial final ⇒ write '$token' before 'state'
    state: initial final ^ _ ⇒ write '$word state $token'
    state: ( ⇒ leave out ':' before a payload
    state: / ⇒ write 'entry / effect' in the state's body
    state: . extends inherits in of inside ⇒ declare a state inside another in its body
    state event output choice: = ⇒ a name has no value: leave it out, or write a payload in parentheses
    state choice: -> ⇒ write the row in a line of its own, as in 'a -> b : event'
    state event output choice: [ { : ⇒ write a payload in parentheses
    state event output choice: _ | & ⇒ separate names by commas
    state event output choice: - . ⇒ a name has letters, digits and '_'
    source: | & + or and ⇒ separate states by commas
    source: … — – ?arrow ⇒ an arrow is written '->'
    source: [ ?arrowInLine ⇒ write the condition after the event, as in ': event [condition]'
    source: <-> ⇒ an arrow has one direction: write a row for each
    source: < ⇒ an arrow leads from the source to the target, as in 'a -> b : event'
    source: / ⇒ write '$action / effect'
    source: / ⇒ $line
    source: / ⇒ write ':' before an event, as in 'a : event / effect'
    source: ; = += -= *= /= ?events ⇒ separate events by commas
    source: ; = += -= *= /= ⇒ separate effects by ',', and write Swift statements in braces, as in '{ $statement }'
    source: except ⇒ \(someStates)
    source: { ⇒ write '$action / effect', or '$action / { … }' for Swift
    source: not ^ ⇒ \(someStates)
    source: deep shallow ^ history ⇒ \(histories)
    source: after every ^ 0 ⇒ a timer stands in the place of an event, as in 'b -> a : $word $token'
    source: left top ^ to ⇒ \(layout)
    source: Var VAR Let LET ^ ⇒ write '$small' in small letters
    source: case ^ ?colon ⇒ \(aRow)
    source: case ^ ⇒ write 'state' to declare a state
    source: private ^ let ?afterParen ⇒ a 'let' has no setter: leave out 'private(set)'
    source: var let ?access ⇒ leave out '$word', as a property has the machine's access
    source: state initial final choice region output guard effect group ?access \
    ⇒ leave out '$word', as what a machine declares has the machine's access
    source: if guard when switch ^ ⇒ write a condition in a row's brackets, as in 'a -> b : event [condition]'
    source: on at ^ entry enter ⇒ write 'entry / effect' in the state's body
    source: on at ^ exit leave ⇒ write 'exit / effect' in the state's body
    source: at from transition ^ ⇒ \(aRow)
    source: class actor ^ ⇒ write 'wrapper $word'
    source: default ignore ^ ⇒ 'unhandled' says what becomes of events without a row
    source: include use using require ^ ⇒ machines of a module know each other: leave this line out
    source: superstate composite substate nested pseudostate ^ ⇒ write 'state name', and the states inside it in braces
    source: simple normal accept error ^ ⇒ write 'state name', and the states inside it in braces
    source: property field auto val ^ ⇒ write a property, as in 'var count: Int = 0'
    source: int Int string String bool Bool double Double float ^ ⇒ write a property, as in 'var count: Int = 0'
    source: delegate protocol ^ ⇒ the wrapper brings a delegate along: leave this line out
    source: ⇒ $line
    source: _ ?beforeTarget ⇒ write '->' before a target, and commas between sources
    source: { ⇒ write 'state' before a state that is declared
    source: ) ^ ; ?name ⇒ write 'state' before a state that is declared
    source: = ⇒ write 'var' or 'let' before a property
    source: ⇒ \(aRow)
    step: " ' ⇒ names stand without quotes
    step: . … / ⇒ write the state's name, or a path that leads inward, as in 'on.dim'
    step: { [ ( ⇒ write the names of states, with commas between them
    step: : ⇒ write a state's name after '->', or leave '->' out to stay
    step: * ⇒ a row leads to a state: write its name
    step: ⇒ write a state's name
    target: [H] ?adjacent ⇒ write a history as a target, as in '$word.history'
    target: [H*] ?adjacent ⇒ write a history as a target, as in '$word.deepHistory'
    target: H ^ * ⇒ write a history as a target, as in 'on.deepHistory'
    target: when if where ⇒ write ': event [condition]'
    target: in ⇒ ask for a state in a guard, as in ': event [in(state)]'
    target: _ ⇒ write ':' before the event
    target: [ ⇒ write the condition after the event, as in ': event [condition]'
    target: / ?path ⇒ a path is written with dots, as in 'on.dim'
    target: / ⇒ write ':' and the event before '/'
    target: -> ⇒ write a row for each arrow
    target: & + ⇒ a row leads to one state, or to states of several regions with commas between them
    target: | ⇒ a row leads to one state: write a row for each
    target: ⇒ write ': event' after the target
    trigger: * ⇒ a row names its events; 'unhandled' says what becomes of all others
    trigger: . ⇒ write the event's name without '.'
    trigger: : ⇒ a path is written with dots, as in 'on.dim'
    trigger: ! ? ⇒ write the event's name alone
    trigger: type ^ 'parallel' "parallel" ⇒ \(regions)
    trigger: type ^ 'history' "history" ⇒ \(histories)
    trigger: ⇒ $line
    trigger: " #" ' ⇒ names stand without quotes
    trigger: { ⇒ \(aRow)
    trigger: ⇒ write an event's name, 'after 5s', 'always' or 'done'
    events: raise throw trap return ^ ⇒ '$word' begins an effect: write the event and '/' before it
    events guarded: if when where unless provided iff cond guard given ⇒ \(aCondition)
    events guarded: except ?everyState ⇒ the states that are excepted stand after '*', as in '* except a -> b : event'
    events guarded: in ⇒ ask for a state in a guard, as in '[in(state)]'
    events: && { ?compares ⇒ \(aCondition)
    events: < > == ! ? ⇒ \(aCondition)
    events: or and | & + ⇒ separate events by commas
    events: 0 ⇒ a timer is written 'after 5s'
    events guarded: [ && || ⇒ join conditions by '&&' in one pair of brackets
    events guarded: -> ?named ⇒ a row has no name: begin it with its source
    events guarded effects: -> ?stays ⇒ write the target before ':', as in 'a -> b : event'
    events guarded: -> ⇒ write '/' before an effect, and a target before ':'
    events guarded: : ⇒ $line
    events guarded: : ⇒ write '/' before an effect, and ',' before another event
    events guarded: .state .invoke ⇒ an event is one name: declare it with 'event'
    events guarded: done ^ . ⇒ a final state is a pattern, as in 'done(.finished)'
    events guarded: . ⇒ an event is one name: declare it with 'event'
    events guarded: = ⇒ write '$action / effect'
    events guarded: = ?stays ⇒ write 'var' or 'let' before a property
    events guarded: else ⇒ write '[else]'
    events: _ ?closer ⇒ write '[' before a condition
    events: on event ^ _ ⇒ leave out '$word'
    events: _ ⇒ write '/' before an effect, and ',' before another event
    events: { ?adjacent ⇒ write patterns in parentheses
    guarded: _ ?noEvent ⇒ a condition stands after its event, as in ': $event […]': write the event before '['
    events guarded: _ { \\ ⇒ write '/' before an effect
    events guarded: … ] ) ⇒ leave it out
    effect: " #" ' ⇒ an output is named without quotes
    effect: . ⇒ write '$name' without '.'
    effect: [ ⇒ separate effects by commas, without brackets
    effect: / , ⇒ leave it out
    effect: -> ⇒ write the target before ':', as in 'a -> b : event'
    effect effects: ++ -- ⇒ write an assignment, as in '$name $sign= 1'
    effect effects: ! ⇒ an output is named alone: leave out '!'
    effect: ( … ⇒ write Swift in braces, as in '{ $effect }'
    verb: throws raises ^ ⇒ write 'throw $effect'
    verb: await async ^ ⇒ declare what takes its time as 'output $name async', and write '/ $effect'
    verb: try ^ ⇒ an effect does not fail: let an output handle the error, and write '/ $effect'
    verb: if when unless guard ^ ⇒ write the condition in brackets before '/', as in 'event [condition] / effect'
    verb: let var for while switch repeat defer print ^ ⇒ write Swift in braces, as in '{ $word $effect }'
    verb: after every wait delay sleep ^ ⇒ a timer stands in the place of an event, as in 'b -> a : after 5s'
    verb: goto go transition enter become ^ ⇒ write the target before ':', as in 'a -> b : event'
    verb: cancel ^ ⇒ write 'cancel$capital'
    verb: send dispatch post fire trigger signal emit ^ ⇒ write '/ raise $effect' for an event of this machine, \
    and '/ $effect' for an output
    verb: call do perform run output execute invoke action effect start set assign \
    notify publish then ^ ⇒ leave out '$word', as in '/ $effect'
    effects: trap ^ _ ⇒ write a text in quotes, as in 'trap "…"'
    effects: _ ⇒ separate effects by commas, and write arguments in parentheses
    effects: : ⇒ write an assignment with '=', and effects with commas between them
    effects: == ⇒ write an assignment with '='
    effects: " #" ⇒ write arguments in parentheses
    effects: [ ?arrowInLine ⇒ a row begins with its source: \
    write the condition after the event, as in ': event [condition]'
    effects: [ ?apart ⇒ the condition stands before '/', as in ': event [condition] / effect'
    effects: . [ ⇒ write an assignment, as in '$member'
    effects: . [ ⇒ write Swift in braces, as in '{ $statement }'
    effects: + - ?number ⇒ write an assignment, as in '$name $sign= 1'
    effects: / | & + - ⇒ separate effects by commas
    """.split(separator: "\n")
}
