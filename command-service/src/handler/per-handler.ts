import type { CommandHandler } from './command-handler.ts'

/** All copies of a command handler share the value, because they share the function `load`. */
export function perHandler<Value>(create: () => Value): (commands: CommandHandler) => Value {
  const values = new WeakMap<CommandHandler['load'], Value>()
  return ({ load }) => {
    const value = values.get(load) ?? create()
    values.set(load, value)
    return value
  }
}
