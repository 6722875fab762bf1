import { Button } from '../ui/button.tsx'
import { Note } from '../ui/note.tsx'
import { type Bought, BoughtAlready } from './bought-already.tsx'
import { MyOrdersLink } from './my-orders-link.tsx'

export type Payment =
  | { as: 'open' }
  | { as: 'cancelled' }
  /** `over`: this checkout cannot be paid any more. */
  | { as: 'failed'; reason?: string | undefined; over?: boolean }
  | { as: 'finishing' }
  /** The provider has the money and still checks it. */
  | { as: 'pending' }
  | { as: 'unknown' }
  /** Another checkout has bought the cart. */
  | ({ as: 'bought' } & Bought)

type OutcomeProps = { payment: Payment; onAskAgain: () => void; onStartAgain: () => void }

/** The state of the payment, below the provider's buttons. */
export function PaymentOutcome({ payment, onAskAgain, onStartAgain }: OutcomeProps) {
  return (
    <>
      <p
        role="status"
        className={payment.as === 'finishing' ? 'bg-chalk px-4 py-3.5 text-[14.5px] text-rinse' : 'sr-only'}
      >
        {payment.as === 'finishing' && 'Finishing your order…'}
      </p>
      {payment.as === 'cancelled' && (
        <Note tone="info">
          <p>You came back without paying. Nothing was charged, and your pieces are still held.</p>
        </Note>
      )}
      {payment.as === 'failed' && (
        <Note
          tone="bad"
          action={
            payment.over && (
              <Button variant="outline" small onClick={onStartAgain}>
                Start again
              </Button>
            )
          }
        >
          <p className="font-semibold">Payment failed. Try again.</p>
          {payment.reason && <p>{payment.reason}</p>}
        </Note>
      )}
      {payment.as === 'bought' && <BoughtAlready bought={payment} />}
      {payment.as === 'pending' && <BeingChecked />}
      {payment.as === 'unknown' && <NotHeardYet onAskAgain={onAskAgain} />}
    </>
  )
}

const BeingChecked = () => (
  <Note tone="info" action={<MyOrdersLink />}>
    <p className="font-semibold">Your payment is being checked.</p>
    <p>
      Do not pay again: your pieces are held. PayPal looks at some payments for up to three days; once it confirms, this
      becomes your order. If it does not, nothing is charged and the pieces are back in your cart.
    </p>
  </Note>
)

const NotHeardYet = ({ onAskAgain }: { onAskAgain: () => void }) => (
  <Note tone="info">
    <p className="font-semibold">Your order is not finished yet.</p>
    <p>
      Do not pay again: the shop goes on by itself. What was paid becomes one order, which then shows under My Orders,
      or goes back to you.
    </p>
    <div className="mt-3 flex flex-wrap gap-3">
      <Button small onClick={onAskAgain}>
        Ask again
      </Button>
      <MyOrdersLink />
    </div>
  </Note>
)
