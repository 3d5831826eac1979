// statements: @MainActor
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

let model = OnboardingModel()
let lamp = LampModel()

// SwiftUI

@MainActor protocol View {
  associatedtype Body: View
  @ViewBuilder var body: Body { get }
}

nonisolated extension Never: View {
  @MainActor var body: Never { fatalError("a stub") }
}

@resultBuilder nonisolated enum ViewBuilder {
  static func buildBlock<Content: View>(_ content: Content) -> Content { content }
  static func buildEither<Content: View>(first content: Content) -> Content { content }
  static func buildEither<Content: View>(second content: Content) -> Content { content }
}

@propertyWrapper struct State<Value> {
  var wrappedValue: Value {
    get { fatalError("a stub") }
    nonmutating set {}
  }
  init(wrappedValue: Value) {}
  init(initialValue: Value) {}
}

@MainActor struct Binding<Value> {
  init(get: @escaping @MainActor () -> Value, set: @escaping @MainActor (Value) -> Void) {}
}

@MainActor struct Button: View {
  init(_ title: String, action: @escaping @MainActor () -> Void) {}
  var body: Never { fatalError("a stub") }
}

@MainActor struct Toggle: View {
  @discardableResult init(_ title: String, isOn: Binding<Bool>) {}
  var body: Never { fatalError("a stub") }
}

extension View {
  @MainActor @discardableResult func disabled(_ isDisabled: Bool) -> some View { self }
}

// UIKit

@MainActor class UIView {
  init() {}
  func addSubview(_ view: UIView) {}
}

@MainActor class UIAction {
  init(title: String, handler: @escaping (UIAction) -> Void) {}
}

@MainActor class UIButton: UIView {
  init(primaryAction: UIAction?) {}
}

@MainActor class UIViewController {
  let view = UIView()
  init() {}
  func viewDidLoad() {}
}

// swift-format-ignore: AlwaysUseLowerCamelCase
nonisolated func AudioServicesPlaySystemSound(_ sound: UInt32) {}

extension DoorController {
  fileprivate func animate(_ speed: Int) {}
  fileprivate func render(_ state: ElevatorDoor.State) {}
}
