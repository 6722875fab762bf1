import type { Order } from '@shop/language/api/orders'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { PackingSlip } from './packing-slip.tsx'
import { Receipt } from './receipt.tsx'

type Paper = 'slip' | 'receipt'

/** What a page of orders is on paper: packing slips, or what was asked for last: `print` may return before it is drawn. */
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

/** Whether something of the order is still to be sent: what lies in no parcel has no packing slip. */
export const hasSlip = ({ leftToShip }: Order) => leftToShip > 0

/** One page for each order; nothing on the screen. Where none has a packing slip, all are receipts. */
export function OnPaper({ orders, paper }: { orders: readonly Order[]; paper: Paper }) {
  const slips = paper === 'slip' ? orders.filter(hasSlip) : []
  if (slips.length > 0) return slips.map((order) => <PackingSlip key={order._id} order={order} />)
  return orders.map((order) => <Receipt key={order._id} order={order} />)
}
