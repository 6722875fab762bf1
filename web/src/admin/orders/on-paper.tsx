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

/** One page for each order; nothing on the screen. */
export const OnPaper = ({ orders, paper }: { orders: readonly Order[]; paper: Paper }) =>
  orders.map((order) =>
    paper === 'slip' ? <PackingSlip key={order._id} order={order} /> : <Receipt key={order._id} order={order} />,
  )
