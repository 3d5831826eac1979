/// Numbers that are the same in every run, and that no compiler can foresee.
struct RandomNumbers {
  private var state: UInt64 = 0x9E37_79B9_7F4A_7C15

  mutating func next(below bound: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int((state >> 16) % UInt64(bound))
  }
}

/// Strings for payloads. Swift keeps up to 15 bytes in the value itself, and counts references to longer ones.
enum Titles {
  static let short = (1...8).map { "Track \($0)" }
  static let long = (1...8).map { "Track \($0) of an album with a long name" }
}

/// The number of events in a script. A processor learns a script of some thousand events by heart when it is repeated:
/// it then predicts every branch, which takes about a third off the time of a machine by hand.
let scriptLength = 131_072

/// A script in which the machine handles most events: of those that it would ignore, one in sixteen stays.
func script<Event>(_ random: inout RandomNumbers, _ event: (inout RandomNumbers) -> Event, isHandled: (Event) -> Bool)
  -> [Event]
{
  var events: [Event] = []
  while events.count < scriptLength {
    let next = event(&random)
    if isHandled(next) || random.next(below: 16) == 0 { events.append(next) }
  }
  return events
}

extension HandWrittenMediaPlayer.Event {
  static func random(_ random: inout RandomNumbers, titles: [String]) -> Self {
    switch random.next(below: 100) {
    case 0..<40: .progressed(random.next(below: 5))
    case 40..<53: .volumeButton
    case 53..<63: .muteButton
    case 63..<73: .pauseButton
    case 73..<83: .playButton
    case 83..<88: .play(track: titles[random.next(below: titles.count)])
    case 88..<90: .stop
    case 90..<94: .trackEnded
    case 94..<96: .interruptionBegan
    default: .interruptionEnded
    }
  }
}

extension HandWrittenWorkshop.Event {
  static func random(_ random: inout RandomNumbers, titles: [String]) -> Self {
    switch random.next(below: 100) {
    case 0..<45: .ticked
    case 45..<57: .pauseButton
    case 57..<79: .pieceArrived(size: 1 + random.next(below: 8))
    case 79..<93: .speedChosen(1 + random.next(below: 3))
    case 93..<98: .opened(order: titles[random.next(below: titles.count)])
    default: .shut
    }
  }
}
