import type { Answer, ShopCaller } from '../../support/caller.ts'
import type { Customer } from '../../support/people.ts'

export type Scene = {
  url: string
  anonymous: ShopCaller
  guest: ShopCaller
  alice: Customer
  bob: Customer
  root: ShopCaller
  product: { _id: string; name: string; price: number; sku: string }
  /** A product with ten pieces in stock and no reserved piece. */
  scarce: { _id: string; name: string; price: number }
}

export type Attack = {
  id: string
  what: string
  /** Prepares the data that the attack needs, with allowed calls. Returns the ids that `send` gets. */
  prepare?: (scene: Scene) => Promise<readonly string[]>
  send: (scene: Scene, ...prepared: string[]) => Promise<Answer>
  status: number | readonly number[]
  code?: string
  /** The shop does almost no work for the answer. So the answer takes about as long as a list of products. */
  isCheap?: true
  check?: (answer: Answer, scene: Scene) => Promise<void> | void
}

export function assertThat(holds: unknown, what: string) {
  if (!holds) throw new Error(`does not hold: ${what}`)
}
