import { clientOf, networkOf } from './address-keys.ts'

/** How much may be taken at the same time: by all clients together, by one client, and by one network. */
export type Shares = Readonly<{ all: number; client: number; network: number }>

/**
 * Takes an amount for an address, and returns a function that gives the amount back; undefined if too little is left. The limit of a
 * network must be less than the limit of all clients, so that something is left for other networks.
 */
export function createShares({ all, client, network }: Shares) {
  const taken = new Map<string, number>()

  function change(key: string, amount: number) {
    const after = (taken.get(key) ?? 0) + amount
    if (after > 0) taken.set(key, after)
    else taken.delete(key)
  }

  return (address: string, amount = 1): (() => void) | undefined => {
    const limits = [
      ['all', all],
      [`client ${clientOf(address)}`, client],
      [`network ${networkOf(address)}`, network],
    ] as const
    if (limits.some(([key, most]) => (taken.get(key) ?? 0) + amount > most)) return undefined
    for (const [key] of limits) change(key, amount)
    return () => {
      for (const [key] of limits) change(key, -amount)
    }
  }
}
