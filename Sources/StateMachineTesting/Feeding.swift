/// Feeds a value to a hasher. If the value is not `Hashable`, its fields are fed one by one by this function.
///
/// For an object that is not `Hashable`, its identity is fed. For a closure, or another value without visible fields,
/// only its type is fed.
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
    // A continuation has no fields; its identity is its bits.
    if let waiter = Waiter(value) { return hasher.combine(waiter) }
    hasher.combine(mirror.children.count)
  case .enum:
    // The name of the case; without a payload, the mirror does not have it.
    hasher.combine(mirror.children.first?.label ?? String(describing: value))
  case .dictionary, .set:
    // Equal sets and dictionaries may have their elements in different orders.
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

/// Feeds a `Hashable` value to a hasher. Swift chooses this overload if it knows that the type is `Hashable`. It is
/// faster than the other, because it does not look at the fields by `Mirror`.
public func feed(_ value: some Hashable, to hasher: inout Hasher) { hasher.combine(value) }

/// Feeds nothing, because the value cannot be copied. Configurations that differ only in such values therefore count as
/// equal.
@_disfavoredOverload
public func feed<Value: ~Copyable>(_ value: borrowing Value, to hasher: inout Hasher) {}

/// Returns the value of a stored property that glue cannot access, because only the file of its type can. It reads the
/// property by Swift's `Mirror`. It traps if there is no such property with the type `Value`.
public func hidden<Value>(_ property: String, in value: Any) -> Value {
  let found = Mirror(reflecting: value).children.first { $0.label == property }
  guard let read = found?.value as? Value else { preconditionFailure("'\(property)' is no \(Value.self)") }
  return read
}

/// Returns the number of elements of a collection that is a private stored property of a value; 0 if there is no such
/// property.
public func count(ofElements property: String, in value: Any) -> Int {
  let list = Mirror(reflecting: value).children.first { $0.label == property }
  return list.map { Mirror(reflecting: $0.value).children.count } ?? 0
}
