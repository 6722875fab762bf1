const keys = new WeakMap<object, string>()

/** One key for each act of the shopper, so that a retry sends the same key. */
export function idempotencyKeyOf(act: object): string {
  const key = keys.get(act) ?? crypto.randomUUID()
  keys.set(act, key)
  return key
}
