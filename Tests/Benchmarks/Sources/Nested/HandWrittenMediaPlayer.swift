/// The machine of `specs/MediaPlayer.sm` as one would write it by hand: one switch over the state, one over the event,
/// one over the region that has rows for it.
struct HandWrittenMediaPlayer {
  enum State: Equatable {
    case idle
    case active(track: String, playback: Playback, sound: Sound)
    case interrupted(track: String)
  }

  enum Playback: Equatable {
    case playing(position: Int)
    case paused(position: Int)
  }

  enum Sound: Equatable {
    case audible(volume: Int)
    case muted(volume: Int)
  }

  enum Event {
    case play(track: String)
    case stop, trackEnded
    case playButton, pauseButton, muteButton, volumeButton
    case progressed(Int)
    case interruptionBegan, interruptionEnded
  }

  enum Output: Equatable {
    case openSession, closeSession
    case play(String, from: Int)
    case pause
    case setVolume(Int)
  }

  enum Outcome { case ignored, stayed, transitioned }

  /// The configuration of the composite state when it was exited last.
  private struct ActiveHistory {
    var track: String
    var playback: Playback
    var sound: Sound
  }

  var repeats = false
  private(set) var state = State.idle
  private var activeHistory: ActiveHistory?
  private var soundHistory: Sound?

  @discardableResult
  mutating func handle(_ event: Event, emit: (Output) -> Void) -> Outcome {
    switch state {
    case .idle:
      switch event {
      case .play(let track):
        enterActive(track, .playing(position: 0), soundHistory ?? .audible(volume: 5), emit: emit)
        return .transitioned
      case .stop, .trackEnded, .playButton, .pauseButton, .muteButton, .volumeButton, .progressed, .interruptionBegan,
        .interruptionEnded:
        return .ignored
      }
    case .active(let track, let playback, let sound):
      switch event {
      case .playButton:
        switch playback {
        case .paused(let position):
          state = .active(track: track, playback: .playing(position: position), sound: sound)
          emit(.play(track, from: position))
          return .transitioned
        case .playing: return .ignored
        }
      case .pauseButton:
        switch playback {
        case .playing(let position):
          emit(.pause)
          state = .active(track: track, playback: .paused(position: position), sound: sound)
          return .transitioned
        case .paused: return .ignored
        }
      case .progressed(let seconds):
        switch playback {
        case .playing(let position):
          state = .active(track: track, playback: .playing(position: position + seconds), sound: sound)
        case .paused(let position):
          state = .active(track: track, playback: .paused(position: position + seconds), sound: sound)
        }
        return .stayed
      case .muteButton:
        switch sound {
        case .audible(let volume):
          state = .active(track: track, playback: playback, sound: .muted(volume: volume))
          emit(.setVolume(0))
        case .muted(let volume):
          state = .active(track: track, playback: playback, sound: .audible(volume: volume))
          emit(.setVolume(volume))
        }
        return .transitioned
      case .volumeButton:
        switch sound {
        case .audible(let volume):
          guard volume < 10 else { return .ignored }
          let louder = min(volume + 1, 10)
          state = .active(track: track, playback: playback, sound: .audible(volume: louder))
          emit(.setVolume(louder))
        case .muted(let volume):
          state = .active(track: track, playback: playback, sound: .audible(volume: volume))
          emit(.setVolume(volume))
        }
        return .transitioned
      case .trackEnded:
        if repeats {
          exitPlayback(playback, emit: emit)
          enterRegions(track, .playing(position: 0), .audible(volume: 5), emit: emit)
        } else {
          exitActive(track, playback, sound, emit: emit)
          state = .idle
        }
        return .transitioned
      case .stop:
        exitActive(track, playback, sound, emit: emit)
        state = .idle
        return .transitioned
      case .interruptionBegan:
        exitActive(track, playback, sound, emit: emit)
        state = .interrupted(track: track)
        return .transitioned
      case .play, .interruptionEnded:
        return .ignored
      }
    case .interrupted(let track):
      switch event {
      case .stop:
        state = .idle
        return .transitioned
      case .interruptionEnded:
        if let last = activeHistory {
          enterActive(last.track, last.playback, last.sound, emit: emit)
        } else {
          enterActive(track, .playing(position: 0), .audible(volume: 5), emit: emit)
        }
        return .transitioned
      case .play, .trackEnded, .playButton, .pauseButton, .muteButton, .volumeButton, .progressed, .interruptionBegan:
        return .ignored
      }
    }
  }

  private mutating func enterActive(_ track: String, _ playback: Playback, _ sound: Sound, emit: (Output) -> Void) {
    emit(.openSession)
    enterRegions(track, playback, sound, emit: emit)
  }

  private mutating func enterRegions(_ track: String, _ playback: Playback, _ sound: Sound, emit: (Output) -> Void) {
    state = .active(track: track, playback: playback, sound: sound)
    switch playback {
    case .playing(let position): emit(.play(track, from: position))
    case .paused: break
    }
    switch sound {
    case .audible(let volume): emit(.setVolume(volume))
    case .muted: emit(.setVolume(0))
    }
  }

  private func exitPlayback(_ playback: Playback, emit: (Output) -> Void) {
    switch playback {
    case .playing: emit(.pause)
    case .paused: break
    }
  }

  private mutating func exitActive(_ track: String, _ playback: Playback, _ sound: Sound, emit: (Output) -> Void) {
    soundHistory = sound
    exitPlayback(playback, emit: emit)
    activeHistory = ActiveHistory(track: track, playback: playback, sound: sound)
    emit(.closeSession)
  }
}
