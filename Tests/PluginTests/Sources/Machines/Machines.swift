/// A caller, for the machine of this module.
struct Ticket: Hashable {
  var number: Int
}
