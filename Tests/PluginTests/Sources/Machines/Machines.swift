/// What the machine of this module has for a caller.
struct Ticket: Hashable {
  var number: Int
}
