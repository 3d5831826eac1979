; What is declared, as the language server's document symbols have it.

(machine name: (identifier) @name) @definition.class
(state name: (identifier) @name) @definition.constant
(choice name: (identifier) @name) @definition.constant
(region name: (identifier) @name) @definition.module
(group name: (identifier) @name) @definition.constant
(event name: (identifier) @name) @definition.method
(output name: (identifier) @name) @definition.function
(action name: (identifier) @name) @definition.enum
(answer name: (identifier) @name) @definition.constant
(typealias name: (identifier) @name) @definition.type
(property name: (identifier) @name) @definition.property
(named_guard name: (identifier) @name) @definition.function
(named_effect name: (identifier) @name) @definition.function
