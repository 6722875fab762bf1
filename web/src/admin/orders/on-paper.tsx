import type { Order } from '@shop/language/order/api'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { PackingSlip } from './packing-slip.tsx'
import { Receipt } from './receipt.tsx'

type Paper = 'slip' | 'receipt'

/** `paper` stays set after printing, because some browsers draw the printed page only after `print` has returned. */
export function usePaper() {
  const [paper, setPaper] = useState<Paper>('slip')
  return {
    paper,
    print(wanted: Paper) {
      flushSync(() => setPaper(wanted))
      window.print()
    },
  }
}

export const hasSlip = ({ leftToShip }: Order) => leftToShip > 0

/** If no order has a packing slip, all orders are printed as receipts. */
export function OnPaper({ orders, paper }: { orders: readonly Order[]; paper: Paper }) {
  const slips = paper === 'slip' ? orders.filter(hasSlip) : []
  if (slips.length > 0) return slips.map((order) => <PackingSlip key={order._id} order={order} />)
  return orders.map((order) => <Receipt key={order._id} order={order} />)
}
