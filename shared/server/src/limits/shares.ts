/** What may be taken at once: so much in all, and so much of it under one key. */
export type Shares = Readonly<{ most: number; share: number }>

/** Takes an amount under a key and returns what gives it back; undefined when there is not so much left, or not for this key. */
export function createShares({ most, share }: Shares) {
  const byKey = new Map<string, number>()
  let all = 0

  function change(key: string, amount: number) {
    const own = (byKey.get(key) ?? 0) + amount
    all += amount
    if (own > 0) byKey.set(key, own)
    else byKey.delete(key)
  }

  return (key: string, amount = 1): (() => void) | undefined => {
    if (all + amount > most || (byKey.get(key) ?? 0) + amount > share) return undefined
    change(key, amount)
    return () => change(key, -amount)
  }
}
