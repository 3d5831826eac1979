// Tests/GoldenTests/update writes this file from StateMachineCompiler.docc/Language.md: change the page instead.

enum LanguageSheet {
  /// The cheat sheet of the page, as text for a terminal.
  static let text = #"""
    A statement ends with its line or with ';'. '...' stands for what you write.
    In Swift, 'door.handle(event: .shut)' sends an event to the value,
    and 'doors.send(.shut)' to a wrapper.

    A file, and the head of a machine
      machine Door: Sendable { ... }          a machine, as a type of Swift
      machine Door in Client { ... }          a machine in another type
      nonisolated machine Door { ... }        for code of any isolation
      import Foundation                       copied to the generated file
      swift { ... }                           Swift, copied as it is
      wrapper actor, wrapper class Doors      an actor or a class around it
      wrapper none                            the value alone
      interface methods                       each event is a method

    States
      initial state open(persons: Int = 0)    where it begins, with a payload
      state closing(persons: Int), jammed     states
      final state closed                      the end
      state loaded { ... }                    states and rows within a state
      state paying: Payment                   a machine within a state
      region sound { ... }                    active beside other regions
      initial -> sound.muted / beep           where a body begins
      history -> muted                        where its history begins
      choice next                             a step that guards decide
      group online = idle, active.sound       a name for several states

    In the body of a state
      entry / show, exit [isOn] / hide        when it is entered, left
      do / load(url)                          a task while it is active
      defer start, stop                       keeps events for a later state
      -> failed : cancelled                   a row without its source

    Events and outputs
      event entered(count: Int), shut         what happens to the machine
      event heat(now: Int) / degrees = now    done in every state
      event close(id: Int) -> OnClose         a method with an answer
      action OnClose { stop, none }           answers of methods
      output close(speed: Int), buzz          what it asks the world to do
      output load(String) async -> loaded     takes time, sends an event
      output watch stream                     sends any number of events
      unhandled trap                          no row: ignore, assert, throw, error
      event opened unhandled throw            the same for one event

    Names
      var tries: Int = 0, let most: Int = 3   properties, whatever the state
      guard isFull = tries >= most            a condition
      effect retry = tries += 1, dial(host)   effects
      typealias Reply = Result<Int, Failure>  a type

    Rows
      open -> closed : shut                   leaves and enters
      open : entered / count += 1             stays
      open : shut                             ignores the event on purpose
      open, jammed -> closed : shut, locked   each pair of source and event
      * -> off : stop                         every state, tried last
      * except off, closed -> off : stop      all of these but some
      open -> closed : shut [n < 3] / buzz    with a guard and effects
      open -> jammed : shut [else]            where the rows before do not apply
      open -> closed(persons: 0) : shut       arguments; the rest carries over
      open(persons: 0) -> off : failed(why)   patterns
      muted -> loud : play [in(on.idle)]      asks for active states
      off -> on.sound.loud, on.light : power  into several regions
      off -> on.history : power               back; deepHistory, however deep
      next -> open : [n < 3]                  a row of a choice
      open -> closed : after 5s               a timer; also after(delay)
      open : every 1s / blink                 again and again
      cold -> warm : always [degrees > 20]    by itself, after each step
      baking -> ready : done(.finished)       when what is within has ended

    Effects
      close(speed: 2)                         an output
      count += 1                              an assignment
      { items.append(item) }                  a block of Swift
      retry                                   other effects
      raise alarm                             an event to itself
      throw Refused(why)                      an error for the sender
      trap "why"                              stops the program
      cancelLoad                              cancels load
      return value                            the answer of a method

    For tests
      never closing [persons > 9]             in no configuration
      invariant open [persons <= 9]           in each of its sources
      * can reach closed                      there is always a way
      try entered(count: 1...9) [isOpen]      values to try, and when
      try init(most: 1, 2)                    properties to begin with
      within open [persons < 20]              how far exploring goes

    The page Language.md of the documentation says what each of them means.

    """#
}
