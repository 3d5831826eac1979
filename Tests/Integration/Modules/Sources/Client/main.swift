import Machines

var lamp = Lamp()
print(lamp.handle(event: .press), lamp.state)
let wrapped = LampStateMachine(light: { print("light", $0) })
wrapped.send(.press)
wrapped.send(.dim(to: 5))
switch wrapped.state {
case .off: print("off")
case .on(let brightness): print("on", brightness)
}

var latch = Latch()
print(latch.handle(event: .pull), latch.state)
