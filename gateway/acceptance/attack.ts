import type { Answer, ShopCaller } from './caller.ts'
import type { Customer } from './people.ts'

export type Scene = {
  url: string
  anybody: ShopCaller
  guest: ShopCaller
  alice: Customer
  bob: Customer
  root: ShopCaller
  product: { _id: string; name: string; price: number; sku: string }
  /** Ten pieces, nobody holds any. */
  scarce: { _id: string; name: string; price: number }
}

export type Attack = {
  id: string
  what: string
  send: (scene: Scene) => Promise<Answer>
  status: number | readonly number[]
  code?: string
  /** Longest it may take: a bound that a defect breaks by far and a busy machine does not. */
  withinMs?: number
  check?: (answer: Answer, scene: Scene) => Promise<void> | void
}

/** Soon enough for what costs a shop nothing. */
export const SOON_MS = 2000

export function assertThat(holds: unknown, what: string) {
  if (!holds) throw new Error(`does not hold: ${what}`)
}
