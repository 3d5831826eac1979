var door = ElevatorDoor()
print(door.handle(event: .closeButton), door.state)

let turnstile = TurnstileStateMachine(
  lock: { print("lock") }, unlock: { print("unlock") }, thank: {}, alarm: { print("alarm") })
turnstile.send(.push)
turnstile.send(.coin)

var garage = Garage()
print(garage.handle(event: .closed(.raise)), garage.state)
