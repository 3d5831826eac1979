/// Feeds all that a value holds, where its type is not `Hashable`: field by field, down to values that are.
///
/// An object counts by its identity. A closure, or another value that shows nothing of itself, counts by its type alone.
public func feed<Value>(_ value: Value, to hasher: inout Hasher) {
  if let value = value as? any Hashable {
    hasher.combine(AnyHashable(value))
    return
  }
  let mirror = Mirror(reflecting: value)
  switch mirror.displayStyle {
  case .class:
    hasher.combine(ObjectIdentifier(value as AnyObject))
    return
  case .struct:
    // A continuation shows nothing of itself but its bits.
    if let waiter = Waiter(value) { return hasher.combine(waiter) }
    hasher.combine(mirror.children.count)
  case .enum:
    // The name of the case; without a payload, the mirror does not have it.
    hasher.combine(mirror.children.first?.label ?? String(describing: value))
  case .dictionary, .set:
    // Two that are equal may have their elements in different orders.
    var sum = 0
    for child in mirror.children {
      var own = Hasher()
      feed(child.value, to: &own)
      sum &+= own.finalize()
    }
    hasher.combine(sum)
    return
  case nil: hasher.combine(ObjectIdentifier(type(of: value)))
  default: hasher.combine(mirror.children.count)
  }
  for child in mirror.children { feed(child.value, to: &hasher) }
}

/// Feeds a value that tells itself apart.
public func feed(_ value: some Hashable, to hasher: inout Hasher) { hasher.combine(value) }

/// Feeds nothing of a value that cannot be copied: two that differ in it alone are taken for one.
@_disfavoredOverload
public func feed<Value: ~Copyable>(_ value: borrowing Value, to hasher: inout Hasher) {}

/// A property of a value, which only the file of its type sees.
public func hidden<Value>(_ property: String, in value: Any) -> Value {
  let found = Mirror(reflecting: value).children.first { $0.label == property }
  guard let read = found?.value as? Value else { preconditionFailure("'\(property)' is no \(Value.self)") }
  return read
}

/// How many elements a list of a value has, which only the file of its type sees.
public func count(ofElements property: String, in value: Any) -> Int {
  let list = Mirror(reflecting: value).children.first { $0.label == property }
  return list.map { Mirror(reflecting: $0.value).children.count } ?? 0
}
