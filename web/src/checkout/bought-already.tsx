import { ApiError } from '../lib/api.ts'
import { shortId } from '../orders/order-texts.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Note } from '../ui/note.tsx'

/** The order that another tab has made from this cart. `words` is the server's text about the payment in this tab. */
export type Bought = Readonly<{ orderId: string; words: string }>

/** If another checkout has bought the cart, the refusal names the other checkout's order (decisions S6). */
export function boughtAlready(error: unknown): Bought | undefined {
  const orderId = error instanceof ApiError ? error.body.orderId : undefined
  return error instanceof ApiError && orderId ? { orderId, words: error.message } : undefined
}

export const BoughtAlready = ({ bought: { orderId, words } }: { bought: Bought }) => (
  <Note
    tone="info"
    action={
      <ButtonLink to={`/order/${orderId}`} variant="outline" small>
        See order {shortId(orderId)}
      </ButtonLink>
    }
  >
    <p className="font-semibold">You have already bought these pieces.</p>
    <p>{words}.</p>
  </Note>
)
