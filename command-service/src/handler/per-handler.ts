import type { CommandHandler } from './command-handler.ts'

/** All copies of a command handler share the value, because they share the function `forget`. */
export function perHandler<Value>(create: () => Value): (commands: CommandHandler) => Value {
  const values = new WeakMap<CommandHandler['forget'], Value>()
  return ({ forget }) => {
    const value = values.get(forget) ?? create()
    values.set(forget, value)
    return value
  }
}
