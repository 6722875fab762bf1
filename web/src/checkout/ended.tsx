import type { ReactNode } from 'react'
import { ResultMessage } from '../ui/result-message.tsx'

/** The page after the checkout has ended. `about`: see ResultMessage. */
export const Ended = ({ about, children }: { about: unknown; children: ReactNode }) => (
  <div className="wrap grid max-w-3xl gap-6 py-10">
    <h1 className="type-h1">Checkout</h1>
    <ResultMessage about={about}>{children}</ResultMessage>
  </div>
)
