const keys = new WeakMap<object, string>()

/** The idempotency key of one act. A retry sends the same key. */
export function idempotencyKeyOf(act: object): string {
  const key = keys.get(act) ?? crypto.randomUUID()
  keys.set(act, key)
  return key
}
