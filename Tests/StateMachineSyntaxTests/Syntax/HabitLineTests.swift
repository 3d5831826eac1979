import Testing

@testable import StateMachineCompiler
@testable import StateMachineModel
@testable import StateMachineSyntax

/// A line with a habit of another language or tool has one finding, which says what to write.
@Suite struct HabitLineTests {
  /// A line of a machine, and the end of its finding.
  private static let lines = #"""
    closed -> open : .lock  ⇒  write the event's name without '.'
    * -> * : lock  ⇒  a row leads to a state: write its name
    timeout 5s  ⇒  a timer stands in the place of an event, as in 'b -> a : after 5s'
    a -> b [g] : x  ⇒  write the condition after the event, as in ': event [condition]'
    open -> closed [p > 3] : x  ⇒  write the condition after the event, as in ': event [condition]'
    async output save  ⇒  write 'output name async'
    group g: open, closed  ⇒  write 'group g = a, b'
    guard g: p > 3  ⇒  write 'guard g = condition'
    guard g { p > 3 }  ⇒  write 'guard g = condition'
    wrapper class: Foo  ⇒  write its name after 'class', as in 'wrapper class Door'
    state idle : "text"  ⇒  a state has no title; a comment '///' above it documents it, also in diagrams
    entry: beep  ⇒  write 'entry / effect'
    states: idle, busy2  ⇒  write 'state' before each state, or before names with commas between them
    initial: open  ⇒  write 'initial' before a state, as in 'initial state open'
    output save -> Int  ⇒  write 'async' or 'stream' before '->', or leave this out
    open : x / after 5s, x  ⇒  a timer stands in the place of an event, as in 'b -> a : after 5s'
    after 5s, x  ⇒  a timer stands in the place of an event, as in 'b -> a : after 5s'
    open : x [state == closed]  ⇒  write 'in(closed)'
    open : x [otherwise]  ⇒  write 'else'
    transition open -> closed on x  ⇒  write a row, as in 'a -> b : event'
    from open to closed on x  ⇒  write a row, as in 'a -> b : event'
    on x open -> closed  ⇒  write a row, as in 'a -> b : event'
    on x: open -> closed  ⇒  write a row, as in 'a -> b : event'
    open --x--> closed  ⇒  an arrow is written '->'
    open -x-> closed  ⇒  an arrow is written '->'
    open -> closed when x  ⇒  write ': event [condition]'
    open -> closed if p > 3 : x  ⇒  write ': event [condition]'
    open -> closed : x if p > 3  ⇒  write the condition in brackets, as in '[condition]'
    open -> closed : x when p > 3  ⇒  write the condition in brackets, as in '[condition]'
    open -> closed : x where p > 3  ⇒  write the condition in brackets, as in '[condition]'
    open -> closed : x & go  ⇒  separate events by commas
    open -> closed : x | go  ⇒  separate events by commas
    open -> closed : x or go  ⇒  separate events by commas
    open -> closed : x and go  ⇒  separate events by commas
    open -> closed : x || go  ⇒  separate events by commas
    open -> closed : [p > 3]  ⇒  write one after ':', or 'always' if it needs none
    open -> closed / beep  ⇒  write ':' and the event before '/'
    open -> closed : / beep  ⇒  write one after ':', or 'always' if it needs none
    open -> closed  ⇒  write ': event' after the target, ': always' if it needs none, or ': [else]' in a choice
    open -> : x  ⇒  write a state's name after '->', or leave '->' out to stay
    -> closed : x  ⇒  write the state's name before it, or put it into the state's body
    open ->> closed : x  ⇒  write the state's name, or a path that leads inward, as in 'on.dim'
    open -> closed; x  ⇒  write ':' before the event
    open -> closed | busy : x  ⇒  a row leads to one state: write a row for each
    open -> closed : go [if n > 3]  ⇒  write an expression alone
    open -> closed : go {n > 3}  ⇒  write the condition in brackets, as in '[condition]'
    open -> closed : go [n > 3] {beep}  ⇒  write '/' before an effect
    open -> closed : go [n > 3] / beep, log('a')  ⇒  write "a"
    open -> closed : go [n > 3] / self.beep()  ⇒  write Swift in braces, as in '{ self.beep() }'
    open -> closed : go [n > 3] / delegate.beep()  ⇒  write Swift in braces, as in '{ delegate.beep() }'
    open -> closed : go [n > 3] / p++  ⇒  write an assignment, as in 'p += 1'
    open -> closed : go n > 3]  ⇒  write '[' before a condition
    open -> closed : go [n > 3]] / beep  ⇒  leave it out
    state a -> b : x  ⇒  write the row in a line of its own, as in 'a -> b : event'
    state held { on x -> closed }  ⇒  write a row, as in 'a -> b : event'
    state held { x -> closed [p > 3] / beep }  ⇒  write the condition after the event, as in ': event [condition]'
    state held { x: closed }  ⇒  write the event after ':', as in '-> closed : x'
    state held { when x goto closed }  ⇒  write a condition in a row's brackets, as in 'a -> b : event [condition]'
    state held { after 5s / beep }  ⇒  a timer stands in the place of an event, as in 'b -> a : after 5s'
    state held { timeout 5s -> closed }  ⇒  a timer stands in the place of an event, as in 'b -> a : after 5s'
    state held { entry: beep }  ⇒  write 'entry / effect'
    state held { entry beep }  ⇒  write 'entry / beep'
    state held { entry { beep() } }  ⇒  write 'entry / { … }'
    state held { exit beep }  ⇒  write 'exit / beep'
    state held { do: load }  ⇒  write 'do / effect'
    state held { do load }  ⇒  write 'do / load'
    state held { invoke load }  ⇒  write 'do / output' in the state's body
    state held { defer: x }  ⇒  leave it out
    state held { internal x / beep }  ⇒  write a row, as in 'a -> b : event'
    state held { initial a; state a }  ⇒  write 'initial state a'
    state held { [*] -> a; state a }  ⇒  write 'initial' before the state that the machine begins in
    state held { deep history }  ⇒  a history is not declared, it is a target, as in 'off -> on.history'
    state held { shallow history h }  ⇒  a history is not declared, it is a target, as in 'off -> on.history'
    state held { parallel }  ⇒  write regions in the body of a state, each as 'region b { … }' in a line of its own
    state held { region r }  ⇒  write 'region r { … }'
    state held { regions a, b }  ⇒  write regions in the body of a state, each as 'region b { … }' in a line of its own
    state held { -- }  ⇒  write '//' before a comment
    state held { || }  ⇒  write regions in the body of a state, each as 'region b { … }' in a line of its own
    state held { junction j }  ⇒  write 'choice' in the place of 'junction'
    state held n: Int  ⇒  write a payload in parentheses
    state held<T>  ⇒  a state has no generic parameters: write them after the machine's name
    state held = 3  ⇒  write a payload in parentheses
    state held final  ⇒  write 'final' before 'state'
    state final held  ⇒  write 'final state held'
    state held as h  ⇒  a state has one name: leave this out
    state "held"  ⇒  a name stands without quotes; a comment '///' above it documents it, also in diagrams
    state held.inner  ⇒  declare a state inside another in its body
    final state fin -> open  ⇒  write the row in a line of its own, as in 'a -> b : event'
    initial pseudostate i  ⇒  write 'initial state pseudostate'
    exitPoint q  ⇒  a row leads to a state inside by its path, as in 'off -> on.dim'
    choice c { [p > 3] -> closed }  ⇒  a choice has no body: write rows from it, as in 'choice -> a : [condition]'
    choice c -> closed : [p > 3]  ⇒  write the row in a line of its own, as in 'a -> b : event'
    junction j  ⇒  write 'choice' in the place of 'junction'
    fork f  ⇒  write regions in the body of a state, each as 'region b { … }' in a line of its own
    join j  ⇒  write regions in the body of a state, each as 'region b { … }' in a line of its own
    if p > 3 -> closed  ⇒  write a condition in a row's brackets, as in 'a -> b : event [condition]'
    decision c  ⇒  write 'choice' in the place of 'decision'
    state c <<choice>>  ⇒  write 'choice' in the place of 'state'
    state c <<history>>  ⇒  a history is not declared, it is a target, as in 'off -> on.history'
    state c <<entryPoint>>  ⇒  a row leads to a state inside by its path, as in 'off -> on.dim'
    open -> closed : after 5 s  ⇒  write 'after 5s' (ns, us, ms, s, min or h, without a space)
    open -> closed : after 5 seconds  ⇒  write 'after 5s' (ns, us, ms, s, min or h, without a space)
    open -> closed : after 500  ⇒  write 'after 500ms' (ns, us, ms, s, min or h, without a space)
    open -> closed : after(5)  ⇒  write 'after 5s', or 'after (.seconds(5))'
    open -> closed : after(5s)  ⇒  write 'after 5s'
    open -> closed : after (5)  ⇒  write 'after 5s', or 'after (.seconds(5))'
        open -> closed : in 5s  ⇒  a timer is written 'after 5s'
    open -> closed : timeout(5s)  ⇒  a timer is written 'after 5s'
    open -> closed : timer 5s  ⇒  a timer is written 'after 5s'
    open -> closed : delay 5s  ⇒  a timer is written 'after 5s'
    open -> closed : every 5  ⇒  write 'every 5s' (ns, us, ms, s, min or h, without a space)
    open -> closed : tm(5s)  ⇒  a timer is written 'after 5s'
    open -> closed : done.state.held  ⇒  an event is one name: declare it with 'event'
    open -> closed : any  ⇒  'unhandled' says what becomes of events without a row
    open -> closed : else  ⇒  'unhandled' says what becomes of events without a row
    open -> closed : otherwise  ⇒  'unhandled' says what becomes of events without a row
    open -> closed : default  ⇒  'unhandled' says what becomes of events without a row
    open -> closed : x?  ⇒  write the condition in brackets, as in '[condition]'
    open -> closed : !x  ⇒  write the event's name alone
    open -> closed : ?x  ⇒  write the event's name alone
    open -> closed : not x  ⇒  write '/' before an effect, and ',' before another event
    open -> closed : x.y  ⇒  an event is one name: declare it with 'event'
    open -> closed : "x"  ⇒  names stand without quotes
    open -> closed : Door.x  ⇒  an event is one name: declare it with 'event'
    open -> closed : Event.x  ⇒  an event is one name: declare it with 'event'
    open -> closed : .x  ⇒  write the event's name without '.'
    open -> closed : x; close  ⇒  separate events by commas
    open -> closed : x close  ⇒  write '/' before an effect, and ',' before another event
    open -> closed : x / / beep  ⇒  leave it out
    open -> closed : x \ beep  ⇒  write '/' before an effect
    open -> closed : x -> closed  ⇒  write '/' before an effect, and a target before ':'
    open -> closed -> busy : x  ⇒  write a row for each arrow
    open <-> closed : x  ⇒  an arrow has one direction: write a row for each
    open <- closed : x  ⇒  an arrow leads from the source to the target, as in 'a -> b : event'
    closed <- open : x  ⇒  an arrow leads from the source to the target, as in 'a -> b : event'
    open -> self : x  ⇒  a row without '->' stays in its state
    open -> . : x  ⇒  write the state's name, or a path that leads inward, as in 'on.dim'
    open -> this : x  ⇒  a row without '->' stays in its state
    open -> open! : x  ⇒  write ': event' after the target
    open -> / beep : x  ⇒  write the state's name, or a path that leads inward, as in 'on.dim'
    open -> H* : x  ⇒  write a history as a target, as in 'on.deepHistory'
    open -> .previous : x  ⇒  write the state's name, or a path that leads inward, as in 'on.dim'
    open -> [closed, busy] : x  ⇒  write the names of states, with commas between them
    open -> {closed} : x  ⇒  write the names of states, with commas between them
    open -> (closed) : x  ⇒  write the names of states, with commas between them
    [open, closed] -> busy : x  ⇒  separate sources by commas, without brackets
    {open, closed} -> busy : x  ⇒  write a row, as in 'a -> b : event'
    open & closed -> busy : x  ⇒  separate states by commas
    open + closed -> busy : x  ⇒  separate states by commas
    open or closed -> busy : x  ⇒  separate states by commas
    open and closed -> busy : x  ⇒  separate states by commas
    open|closed -> busy : x  ⇒  separate states by commas
    !open -> busy : x  ⇒  write '* except a, b' for every state but some
    not open -> busy : x  ⇒  write '* except a, b' for every state but some
    * \ open -> busy : x  ⇒  write '* except a, b' for every state but some
    * but open -> busy : x  ⇒  write '* except a, b' for every state but some
    all except open -> busy : x  ⇒  write '* except a, b' for every state but some
    .open -> busy : x  ⇒  write a row, as in 'a -> b : event'
    event go2(Int n)  ⇒  write 'n: Int'
    event go2(int n)  ⇒  write 'n: Int'
    event go2(n Int)  ⇒  write 'n: Int'
    event go2 n  ⇒  separate names by commas
    event go2: (n: Int)  ⇒  write a payload in parentheses
    event go2 -> open  ⇒  write 'interface methods' in the machine's body
    event "go2"  ⇒  a name stands without quotes; a comment '///' above it documents it, also in diagrams
    event 2go  ⇒  a name begins with a letter or '_'
    event go-2  ⇒  a name has letters, digits and '_'
    event go.two  ⇒  a name has letters, digits and '_'
    event go2 { n: Int }  ⇒  write a payload in parentheses
    event go2 / beep  ⇒  write it in the rows for 'go2', and in '* : go2 / …' for all other states
    event go2 [p > 3]  ⇒  write a payload in parentheses
    events go2, go3  ⇒  write 'event' before names with commas between them
    Event go2  ⇒  write 'event name'
    enum Event { case go2 }  ⇒  write it in 'swift { … }'
    input go2  ⇒  write 'event' before names with commas between them
    signal go2  ⇒  write 'event' before names with commas between them
    trigger go2  ⇒  write a row, as in 'a -> b : event'
    message go2  ⇒  write 'event' before names with commas between them
    command go2  ⇒  write 'event' before names with commas between them
    case go2  ⇒  write 'state' to declare a state
    case go2(n: Int)  ⇒  write 'state' to declare a state
    output bop(String s)  ⇒  write 's: String'
    output bop -> x  ⇒  write 'async' or 'stream' before '->', or leave this out
    output bop: (String)  ⇒  write a payload in parentheses
    output bop = print("x")  ⇒  write a payload in parentheses
    output bop { print("x") }  ⇒  write a payload in parentheses
    output func bop()  ⇒  leave out 'func'
    func bop()  ⇒  write it in 'swift { … }'
    func bop() { }  ⇒  write it in 'swift { … }'
    action bop  ⇒  an effect that Swift performs is declared as 'output bop'
    action bop()  ⇒  an effect that Swift performs is declared as 'output bop'
    actions bop, bip  ⇒  write effects after '/', with commas between them
    effect bop  ⇒  write 'effect bop = a, b'
    effect bop()  ⇒  write 'effect bop = a, b'
    effect bop(n) = beep  ⇒  give it the name that the effect uses, as in '_ value: n'
    effect bop { beep }  ⇒  write 'effect bop = a, b'
    effect bop: beep  ⇒  write 'effect bop = a, b'
    effect bop / beep  ⇒  write 'effect bop = a, b'
    delegate Foo  ⇒  the wrapper brings a delegate along: leave this line out
    output bop async throws -> x  ⇒  an output does not throw: let its closure return an event for the failure
    async bop  ⇒  write 'output name async'
    guard full  ⇒  write 'guard full = condition'
    guard full()  ⇒  a guard has no parameters, as it knows the labels of the rows that use it
    guard full { return p > 3 }  ⇒  write 'guard full = condition'
    guard full -> p > 3  ⇒  write 'guard full = condition'
    guard p > 3  ⇒  write 'guard p = condition'
    guard !full = p > 3  ⇒  write a name, which has letters, digits and '_'
    condition full = p > 3  ⇒  write 'guard name = condition'
    var q  ⇒  write 'q: Type' or 'q: Type = value'
    var q = 3  ⇒  write 'q: Type' or 'q: Type = value'
    var q Int = 3  ⇒  write 'q: Type' or 'q: Type = value'
    var q : Int := 3  ⇒  write '=' before a value
    int q = 3  ⇒  write a property, as in 'var count: Int = 0'
    Int q = 3  ⇒  write a property, as in 'var count: Int = 0'
    let q = 3  ⇒  write 'q: Type' or 'q: Type = value'
    var q: Int { p + 1 }  ⇒  write it in 'swift { … }'
    static var q: Int = 0  ⇒  write it in 'swift { … }'
    weak var d: AnyObject?  ⇒  give the machine a 'let' or 'var'
    lazy var q: Int = 0  ⇒  give the machine a 'let' or 'var'
    @State var q: Int = 0  ⇒  leave it out, and write 'wrapper @MainActor @Observable class' for views
    property q: Int = 0  ⇒  write a property, as in 'var count: Int = 0'
    field q: Int  ⇒  write a property, as in 'var count: Int = 0'
    q = 3  ⇒  write 'var' or 'let' before a property
    q: Int = 3  ⇒  write 'var' or 'let' before a property
    unhandled fail  ⇒  write 'ignore', 'assert', 'throw', 'error' or 'trap', which stops the program
    unhandled fatalError  ⇒  write 'ignore', 'assert', 'throw', 'error' or 'trap', which stops the program
    unhandled crash  ⇒  write 'ignore', 'assert', 'throw', 'error' or 'trap', which stops the program
    unhandled log  ⇒  write 'ignore', 'assert', 'throw', 'error' or 'trap', which stops the program
    unhandled beep  ⇒  write 'ignore', 'assert', 'throw', 'error' or 'trap', which stops the program
    unhandled: ignore  ⇒  leave it out
    default ignore  ⇒  'unhandled' says what becomes of events without a row
    ignore x  ⇒  'unhandled' says what becomes of events without a row
    wrapper  ⇒  write 'wrapper class' or 'wrapper actor', and its name after that
    wrapper Foo  ⇒  write 'wrapper class' or 'wrapper actor', and its name after that
    wrapper class Foo: Bar  ⇒  a wrapper names no base and no protocols: leave them out
    wrapper class Foo { }  ⇒  it has no body: write an extension of it in Swift
    wrapper MainActor class  ⇒  write 'wrapper @MainActor class'
    wrapper observable class  ⇒  write 'wrapper @MainActor @Observable class'
    wrapper class @MainActor  ⇒  attributes stand before 'class'
    wrapper delegate  ⇒  write 'wrapper class' or 'wrapper actor', and its name after that
    actor Foo  ⇒  write it in 'swift { … }'
    class Foo  ⇒  write it in 'swift { … }'
    swift { var y = 3 }  ⇒  write it there, outside of 'swift'
    swift: { }  ⇒  write a row, as in 'a -> b : event'
    include "x.sm"  ⇒  machines of a module know each other: leave this line out
    #include "x.sm"  ⇒  write 'import Module', as in Swift
    use x  ⇒  machines of a module know each other: leave this line out
    region a, b  ⇒  write 'region a { … }'
    group g open, closed  ⇒  write 'group g = a, b'
    group g = open closed  ⇒  separate states by commas
    group g = {open, closed}  ⇒  write the names of states without brackets
    group g = [open, closed]  ⇒  write the names of states without brackets
    group g { open, closed }  ⇒  write 'group g = a, b'
    group g = open | closed  ⇒  separate states by commas
    superstate g { open }  ⇒  write 'state name', and the states inside it in braces
    composite g { state q }  ⇒  write 'state name', and the states inside it in braces
    nested g { state q }  ⇒  write 'state name', and the states inside it in braces
    substate g  ⇒  write 'state name', and the states inside it in braces
    state g extends open  ⇒  declare a state inside another in its body
    state g inherits open  ⇒  declare a state inside another in its body
    state g in open  ⇒  declare a state inside another in its body
    state g of open  ⇒  declare a state inside another in its body
    state g: State  ⇒  declare it, or say where with '--with FILE'
    state 1g  ⇒  a name begins with a letter or '_'
    state g-1  ⇒  a name has letters, digits and '_'
    state g & g2  ⇒  separate names by commas
    state g g2  ⇒  separate names by commas
    State g  ⇒  write 'state name'
    STATE g  ⇒  write 'state name'
    initial g  ⇒  write 'initial state g'
    initial: g  ⇒  write 'initial' before a state, as in 'initial state open'
    start g  ⇒  write 'initial' before a state, as in 'initial state open'
    begin g  ⇒  write 'initial' before a state, as in 'initial state open'
    init g  ⇒  write it in 'swift { … }'
    final g  ⇒  write 'final state g'
    end g  ⇒  write 'final' before a state, as in 'final state done'
    accept g  ⇒  write 'state name', and the states inside it in braces
    error state g  ⇒  write 'state name', and the states inside it in braces
    normal state g  ⇒  write 'state name', and the states inside it in braces
    simple state g  ⇒  write 'state name', and the states inside it in braces
    choice g { }  ⇒  a choice has no body: write rows from it, as in 'choice -> a : [condition]'
    choice g -> open : [else]  ⇒  write the row in a line of its own, as in 'a -> b : event'
    open : x / p =  ⇒  the value to assign is missing
    guard g2 =  ⇒  the guard's condition is missing
    let k: Int =  ⇒  the initial value is missing
    event go3, pop(int n)  ⇒  write 'n: Int'
    idle --> playing  ⇒  an arrow is written '->', not '-->'
    open -> x : closed  ⇒  write the event after ':', as in '-> closed : x'
    open -> closed : x [ELSE]  ⇒  write 'else'
    open -> closed : x [closed]  ⇒  write 'in(closed)'
    Event fin  ⇒  write 'event name'
    open : x / -> closed  ⇒  write the target before ':', as in 'a -> b : event'
    state held { go / beep -> open }  ⇒  write ':' before an event, as in 'a : event / effect'
    closed : x / p +=  ⇒  the value to assign is missing
    open -> closed : x [p > 3, else]  ⇒  write '[else]'
    open -> closed : x [p > 3;]  ⇒  leave out ';', and write '&&' or ','
    open -> closed : x [&& p > 3]  ⇒  a condition is missing before '&&'
    open -> closed : x [{ p > 3 }]  ⇒  leave them out
    guard g = [p > 3]  ⇒  leave them out
    open -> closed : x / {beep}  ⇒  write '/ beep'
    state held(n = 3)  ⇒  write its type, as in 'n: Int = 3'
    open -> closed : x [p => 3]  ⇒  write '>='
    open -> closed : x [p =< 3]  ⇒  write '<='
    open -> closed : x [state is closed]  ⇒  write 'in(closed)'
    case (open, x): closed  ⇒  write a row, as in 'a -> b : event'
    state held { x: beep }  ⇒  write them after ':', as in ': x / beep'
    accTitle: X  ⇒  the layout of pictures is not written here: leave this line out
    open ->  ⇒  a target should follow '->'
    open -> closed :  ⇒  an event should follow ':'
    open :  ⇒  an event should follow ':'
    * ->  ⇒  a target should follow '->'
    group g =  ⇒  a state should follow '='
    effect e =  ⇒  an effect should follow '='
    wrapper @MainActor  ⇒  'class' or 'actor' should follow '@MainActor'
    @startuml  ⇒  leave it out
    open -> closed : x / beep }  ⇒  leave it out
    [p > 3] open -> closed : x  ⇒  as in ': event [condition]'
    open : x / ++p  ⇒  write an assignment, as in 'p += 1'
    open : x / --p  ⇒  write an assignment, as in 'p -= 1'
    open : x / this.p++  ⇒  write an assignment, as in 'p += 1'
    open : x / p--  ⇒  write an assignment, as in 'p -= 1'
    open : x / assign({ p: 3 })  ⇒  write an assignment, as in 'count = 3'
    open : x / beep + beep  ⇒  separate effects by commas
    open : x / !beep  ⇒  leave out '!'
    open : x [p > 1] && [p > 3]  ⇒  join conditions by '&&' in one pair of brackets
    private state y  ⇒  leave out 'private', as what a machine declares has the machine's access
    open [p > 3] -> closed : x  ⇒  write the condition after the event, as in ': event [condition]'
    open -> closed : [p > 3] x / beep  ⇒  write the event before '['
    open -> closed : 5s  ⇒  a timer is written 'after 5s'
    !theme plain  ⇒  leave this line out
    left to right direction  ⇒  leave this line out
    type: 'parallel'  ⇒  write regions in the body of a state, each as 'region b { … }' in a line of its own
    id: 'x'  ⇒  leave this line out
    open —> closed : x  ⇒  an arrow is written '->'
    Var k: Int  ⇒  write 'var' in small letters
    #if DEBUG  ⇒  a machine has no conditional lines: write '#if' in Swift, or around the machine
    extension X { }  ⇒  write it in 'swift { … }'
    indirect enum X { case a }  ⇒  write it in 'swift { … }'
    t1: open -> closed : x  ⇒  begin it with its source
    event go(n: Int); closed : go(n: Int) / beep  ⇒  write 'go(n)'
    state mix(n: Int); mix -> open : close; mix(n = 3) -> closed : x  ⇒  write 'n: 3'
    event go(n: Int); closed : go(n: let c where c > 3) / beep  ⇒  write the condition after it, as in '[c > 3]'
    closed : go(n: 3..5) / beep  ⇒  write '...'
    open : x / p += 1 / beep  ⇒  write ', beep'
    closed : x / p = p++  ⇒  write '+ 1'
    closed : x [p <> 3] / beep  ⇒  write '!='
    event go(n: Int); closed : go / p = event.n  ⇒  write 'n' for 'event.n'
    event go(n: Int); closed : go / p = go.n  ⇒  write 'n' for 'go.n'
    closed : x [state == .open] / beep  ⇒  write 'in(open)'
    closed : x [await ok()] / beep  ⇒  let an output 'async' find it out, and an event bring it
    closed -> open : after 500 ms  ⇒  write 'after 500ms' (ns, us, ms, s, min or h, without a space)
    closed -> open : after 5m  ⇒  write 'after 5min' or 'after 5ms'
    closed -> open : after 5000  ⇒  write 'after 5000ms' (ns, us, ms, s, min or h, without a space)
    closed -> open : after 5 sec  ⇒  write 'after 5s' (ns, us, ms, s, min or h, without a space)
    closed -> open : after 5sec  ⇒  write 'after 5s'
    state y { enter / beep }  ⇒  write 'entry / effect'
    deinit { p = 3 }  ⇒  write declarations of Swift in 'swift { … }'
    def f()  ⇒  write declarations of Swift in 'swift { … }'
    typedef int Count  ⇒  write 'typealias Name = Type'
    #define X 3  ⇒  write a property, as in 'let limit: Int = 3'
    #include <x>  ⇒  write 'import Module', as in Swift
    closed -> open : x [p > 3] -> mix  ⇒  write '/' before an effect, and a target before ':'
    closed -> open : always x  ⇒  write '/' before an effect, and ',' before another event
    closed -> open : x : go  ⇒  write '/' before an effect, and ',' before another event
    closed -> open : x ! (p > 3)  ⇒  write the condition in brackets, as in '[condition]'
    closed -> open : x + go  ⇒  separate events by commas
    closed -> open : x / throws Oops  ⇒  write 'throw Oops'
    state y final  ⇒  write 'final' before 'state'
    state y [final]  ⇒  write 'initial' or 'final' before 'state'
    choice y: p > 3  ⇒  write rows from it, as in 'choice -> a : [condition]'
    state y / beep  ⇒  write 'entry / effect' in the state's body
    output y / beep  ⇒  write '/ effect' in a row
    emit beep  ⇒  write '/ output' after the event of a row, or after 'entry'
    closed : x / raise(x)  ⇒  write 'raise event', with the name alone
    closed : x / p == 3  ⇒  write an assignment with '='
    closed, -> open : x  ⇒  leave out the comma before '->'
    group g = *  ⇒  write the names of its states; a row for all of them begins with '*'
    closed -> open : x / { state = .open }  ⇒  so this is lost: write it as the target
    closed : x / { raise close }  ⇒  write it after the block, as in '/ raise event'
    closed : x / p =+ 1  ⇒  write '+='
    closed : x [p > = 3]  ⇒  write '>='
    closed : x [> 3]  ⇒  a value is missing before '>'
    closed : x [[p > 3]]  ⇒  leave them out
    closed : x [p === 3]  ⇒  write '==' to compare values
    event go(n: Int); closed : go(3..<)  ⇒  something is missing after '..<'
    event go(inout n: Int)  ⇒  leave it out, or write it before the type of a method's parameter
    var y: Int? = nil = 3  ⇒  a second '=' stands here: a value has one before it
    let k: Int = 3 { get }  ⇒  write it in 'swift { … }'
    wrapper actor class  ⇒  leave it out
    wrapper @MainActor @MainActor class  ⇒  this wrapper names the attribute '@MainActor' twice: leave one out
    state held { n: Int }  ⇒  write a payload in parentheses
    output async2(Int) -> x; state held { do / async2(3) }  ⇒  write 'async' or 'stream' before '->', or leave this out
    state w { region r { initial state a1 }; region r { initial state b1 } }  ⇒  rename one of them
    state w { initial: c1; state c1 }  ⇒  write 'initial' before a state, as in 'initial state open'
    closed : x [p > 3} / beep  ⇒  '}' does not close '[': write ']', or leave it out
    output o2 async ->  ⇒  an event should follow '->'
    closed : x / self.p = 3; beep()  ⇒  write an assignment, as in 'p = 3'
    closed; x; open  ⇒  write a row, as in 'a -> b : event'
    event go }; state w  ⇒  '}' closes the machine here, and statements follow: leave it out
    closed -> open : x (!full)  ⇒  write a condition in brackets, as in '[!full]'
    closed : x / beep [p > 3]  ⇒  the condition stands before '/', as in ': event [condition] / effect'
    state mix(n: Int); open -> mix(n = 0) : x  ⇒  what is given follows its label after ':': write 'n: 0'
    state mix(n: Int); open -> mix(n := 0) : x  ⇒  what is given follows its label after ':': write 'n: 0'
    open -> r.a & s.b : x  ⇒  or to states of several regions with commas between them
    open -> r.a + s.b : x  ⇒  or to states of several regions with commas between them
    open -> on/dim : x  ⇒  a path is written with dots, as in 'on.dim'
    open -> on::dim : x  ⇒  a path is written with dots, as in 'on.dim'
    closed -> M.open : x  ⇒  a path begins with a state: leave it out
    state on { initial state dim }; open -> on.shallowHistory : x  ⇒  write 'history'
    closed -> open.inner : x  ⇒  'open' has no states within it, and arguments stand in parentheses
    state state on  ⇒  leave out one of two 'state'
    closed -> open : event x  ⇒  leave out 'event'
    event go throw  ⇒  write 'unhandled throw'
    output o2 sync  ⇒  an output without 'async' is performed at once: leave it out
    output o2 asnyc  ⇒  did you mean 'async'?
    state choice k  ⇒  write 'choice k'
    val k: Int = 3  ⇒  write a property, as in 'var count: Int = 0'
    * but open : x  ⇒  write '* except a, b' for every state but some
    * exept open : x  ⇒  write '* except a, b' for every state but some
    *, except open : x  ⇒  leave it out
    * except -> open : x  ⇒  write '* except a, b' for every state but some
    open ： x / beep  ⇒  write ':'
    open ， closed : close [p > 3] / beep  ⇒  write ','
    open -> closed : go{n}  ⇒  write patterns in parentheses
    closed -> open : x && p > 3  ⇒  write the condition in brackets, as in '[condition]'
    closed : onEntry / beep  ⇒  write 'entry / effect' in the state's body
    closed .. open : x  ⇒  an arrow is written '->'
    state w { invoke / beep }  ⇒  write 'do / output' in the state's body
    closed : x / send(close)  ⇒  write '/ raise close'
    closed : x / dispatch(beep)  ⇒  write '/ beep'
    closed : x / emit close  ⇒  write '/ raise close' for an event of this machine, and '/ close' for an output
    closed : x / p  ⇒  it is a property: write an assignment, as in 'p = …'
    open : x / state = open  ⇒  write the target before ':', as in 'a -> b : event'
    closed -> open : done.finished  ⇒  a final state is a pattern, as in 'done(.finished)'
    state w { history: c1; initial state c1 }  ⇒  write 'history -> state', where it begins
    state w { initial = c1; state c1 }  ⇒  write 'initial state' before a state
    state w { deepHistory -> c1; initial state c1 }  ⇒  write 'history', which is for both
    state w { initial -> c1 [p > 3]; state c1 }  ⇒  with conditions after that
    state w { entry [p > 3] beep }  ⇒  write 'entry [p > 3] / beep'
    state w { defer / x }  ⇒  leave out '/'
    state w { defer x() }  ⇒  leave out the parentheses
    closed : x / trap why  ⇒  write a text in quotes, as in 'trap "…"'
    closed : x / trap 'why'  ⇒  write "why"
    closed : x [in("open")]  ⇒  names stand without quotes
    state w: (n: Int)  ⇒  leave out ':' before a payload
    var k: Int == 0  ⇒  write '=' before a value
    var k: Array<Int = []  ⇒  its '>' is missing
    closed : x / beep!  ⇒  leave out '!'
    closed : x / beep, , beep  ⇒  leave it out
    closed, , open : x  ⇒  leave out one of two commas
    """#

  /// Lines with a warning each: other files of a module may give them a meaning.
  private static let doubtfulLines = #"""
    open : x / { beep() }  ⇒  write '/ beep'
    open : x / { log(String(p)) }; output log(String)  ⇒  write '/ log(String(p))'
    state w { entry / { beep() } }; open -> w : x  ⇒  write '/ beep'
    guard isFull = p > 3; closed : x [isFul]  ⇒  did you mean 'isFull'?
    guard isFull = p > 3; closed : x [isful]  ⇒  did you mean 'isFull'?
    var tries: Int = 0; closed : x [trys > 3] / tries += 1  ⇒  did you mean 'tries'?
    var tries: Int = 0; open : x / p = triez, tries += 1  ⇒  did you mean 'tries'?
    event go(count: Int); closed : x [count > 3]; open : go  ⇒  write what this row's states and events have
    state w(var n: Int); open -> w(n: 3) : x  ⇒  leave it out
    """#

  @Test(arguments: doubtfulLines.split(separator: "\n"))
  func oneWarningWithARemedy(_ pair: Substring) throws {
    let parts = pair.split(separator: "  ⇒  ")
    let (line, remedy) = try (#require(parts.first), #require(parts.last))
    let found = HabitTests.diagnostics(String(line)).filter { $0.severity == .error || $0.code == .doubtful }
    #expect(found.count == 1 && found.first?.code == .doubtful, "\(found.map(\.message))")
    #expect(found.first?.message.hasSuffix(remedy) == true, "\(found.map(\.message))")
  }

  /// A name that Swift in the row or in the file declares is no slip.
  @Test func namesOfSwiftAreNoSlips() {
    let lines = [
      "output log(Int); open : x / { let pp = 3 }, log(pp)",
      "var items: [Int] = []; open : x [item > 3] / items = []",
      "var tries: Int = 0; open : x [trys() > 3] / tries += 1",
      "swift { func beep() {} }; open : x / { beep() }",
      "typealias count = Int; event go(count); open : go",
      "var tries: Int = 0; swift { var triez: Int { 3 } }; open : x / p = triez, tries += 1",
      "event go(n: size_t); open : go",
      "event go(count: Int); closed : close / p = m.count; open : go",
      "open : x [p > 3 ? true : p < 3]",
      "open : x [(try? ok()) ?? false]",
      "open : x / p = (try? ok()) ?? 3",
      "open : x / p = -p",
      "open : x [m.first! == 3]",
      "open : x [let y = m.first, y > 3]",
      "let k: Int? = 1 > 3 ? nil : 3",
    ]
    for line in lines {
      let found = HabitTests.diagnostics(line).filter { $0.severity == .error || $0.code == .doubtful }
      #expect(found.map(\.message) == [], "\(line)")
    }
  }

  @Test(arguments: lines.split(separator: "\n"))
  func oneFindingWithARemedy(_ pair: Substring) throws {
    let parts = pair.split(separator: "  ⇒  ")
    let (line, remedy) = try (#require(parts.first), #require(parts.last))
    let errors = HabitTests.diagnostics(String(line)).filter { $0.severity == .error }
    #expect(errors.count == 1, "\(errors.map(\.message))")
    #expect(errors.first?.message.hasSuffix(remedy) == true, "\(errors.map(\.message))")
  }

  @Test(arguments: [
    (
      "machine door {\n  event x\n  open -> closed : x\n}\n",
      "write 'initial state open' and 'state closed' before its rows"
    ),
    ("machine M: Sendable, { initial state a }\n", "should follow ','"),
    ("machine M: {\n  initial state a\n  output o async\n  event x\n  a : x / o\n}\n", "should follow ':'"),
    ("machine M { state initial a }\n", "write 'initial state a'"),
    ("machine M { Initial state a }\n", "as in 'initial state open'"),
    ("machine M { start state a }\n", "as in 'initial state open'"),
    ("machine Self { initial state a }\n", "it means something else; choose another"),
    ("machine M {\n  initial state a\n  event x\n}\n  a : x\n  state b\n}\n", "statements follow: leave it out"),
    ("machine M {\n  initial state a\n  event x\n  }\n  a : x\n  state b\n}\n", "statements follow: leave it out"),
    ("machine machine M { initial state a }\n", "leave out one of two 'machine'"),
    ("public public machine M { initial state a }\n", "leave out 'public'"),
    ("Machine M { initial state a }\n", "write 'machine' in small letters"),
    ("Import Foundation\nmachine M { initial state a }\n", "write 'import' in small letters"),
    ("struct machine M { initial state a }\n", "leave out 'struct'"),
    ("final machine M { initial state a }\n", "leave out 'final'"),
    ("typealias T = Int\nmachine M { initial state a }\n", "or in Swift, as in 'swift { … }'"),
    ("machine M, Sendable { initial state a }\n", "write ':' before protocols"),
    ("machine M: Sendable in Client { initial state a }\n", "write 'in Type' before ':'"),
    ("machine Client.M { initial state a }\n", "is written 'machine Door in Client'"),
    (
      "machine M: Sendable {\n  initial state a\n  event x\n  output o async\n  a : x / o, cancelo\n}\n",
      "did you mean 'cancelO'?"
    ),
    (
      "machine D extends B {\n  initial state a\n}\n",
      "write protocols after ':', and a state that holds a machine as 'state a : Other'"
    ),
    ("machine Door:\n  initial state a\n", "a body stands in braces, as in 'machine Door { … }'"),
    ("machine {\n  initial state a\n}\n", "write a name, as in 'machine Door {'"),
    ("machine Door { initial state a }\nend\n", "leave it out"),
    ("import { x } from \"y\"\nmachine Door { initial state a }\n", "write 'import Module', as in Swift"),
    ("machine Door; {\n  initial state a }\n", "leave it out"),
    (
      "machine M {\n  initial state a\n  note left of a\n    some text --> b\n  end note\n}\n",
      "write a note as a comment, after '//' or '///'"
    ),
  ])
  func heads(_ text: String, _ remedy: String) {
    let errors = Compiler().check(SourceFile(path: "m.sm", text: text)).diagnostics.filter { $0.severity == .error }
    #expect(errors.count == 1, "\(errors.map(\.message))")
    #expect(errors.first?.message.hasSuffix(" " + remedy) == true, "\(errors.first?.message ?? "nothing")")
  }
}
