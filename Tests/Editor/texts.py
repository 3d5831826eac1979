"""Machines for the tests of the clients."""

DOOR = """\
/// A door that shuts by itself.
machine Door: Hashable {
  initial state open(persons: Int = 0)
  state closing, closed
  event closeButton, shut, enter(count: Int)
  output close(speed: Int)

  open -> closing : closeButton [persons < 10] / close(speed: 2)
  open : enter / persons += count
  closing -> closed : shut
  closed -> open : closeButton
}
"""

# A name that is not declared, in line 10, and a row whose spaces are none that anybody wants.
WRONG = DOOR.replace("closing -> closed : shut", "closing -> closd : shut")
UNTIDY = DOOR.replace("  closing -> closed : shut", "   closing->closed:shut")
