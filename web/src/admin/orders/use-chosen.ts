import type { Order } from '@shop/language/order/api'
import { useState } from 'react'

/** An unpaid checkout is not an order yet, so it cannot be selected. */
export function useChosen(shown: readonly Order[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const choosable = shown.filter(({ isPaid }) => isPaid)
  const orders = choosable.filter(({ _id }) => ids.has(_id))
  return {
    orders,
    choosable: choosable.length,
    has: ({ _id }: Order) => ids.has(_id),
    choose: ({ _id }: Order, isChosen: boolean) =>
      setIds((now) => new Set(isChosen ? [...now, _id] : [...now].filter((id) => id !== _id))),
    chooseAll: (isChosen: boolean) => setIds(new Set(isChosen ? choosable.map(({ _id }) => _id) : [])),
    keep: (kept: readonly Order[]) => setIds(new Set(kept.map(({ _id }) => _id))),
  }
}
export type Chosen = ReturnType<typeof useChosen>
