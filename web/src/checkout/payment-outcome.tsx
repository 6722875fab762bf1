import { Button } from '../ui/button.tsx'
import { Note, NoteButton } from '../ui/note.tsx'
import { ResultMessage } from '../ui/result-message.tsx'
import { type Bought, BoughtAlready } from './bought-already.tsx'
import { MyOrdersLink } from './my-orders-link.tsx'

export type Payment =
  | { as: 'open' }
  | { as: 'asking' }
  | { as: 'cancelled' }
  | { as: 'blocked' }
  /** The provider refused the payment, or its script failed. */
  | { as: 'failed'; reason?: string | undefined }
  /** The provider charged another amount, and the shop refunds it. */
  | { as: 'sent back' }
  /** The shop refused the payment. `begun`: the payment had begun. `over`: this checkout can no longer be paid. */
  | { as: 'refused'; reason: string; begun: boolean; over: boolean }
  | { as: 'finishing' }
  | { as: 'pending' }
  | { as: 'unknown' }
  /** Another checkout has bought the cart. */
  | ({ as: 'bought' } & Bought)

type OutcomeProps = { payment: Payment; onAskAgain: () => void; onStartAgain: () => void }

export const PaymentOutcome = (props: OutcomeProps) =>
  props.payment.as !== 'open' && (
    <ResultMessage about={props.payment}>
      <Outcome {...props} />
    </ResultMessage>
  )

function Outcome({ payment, onAskAgain, onStartAgain }: OutcomeProps) {
  return (
    <>
      {payment.as === 'asking' && <UnderWay>Looking up your payment…</UnderWay>}
      {payment.as === 'finishing' && <UnderWay>Finishing your order…</UnderWay>}
      {payment.as === 'cancelled' && (
        <Note tone="info">
          <p>You came back without paying. Nothing was charged.</p>
          <p>If the payment window is still open, you can pay there. This page then continues automatically.</p>
        </Note>
      )}
      {payment.as === 'blocked' && (
        <Note tone="bad">
          <p className="font-semibold">Your browser did not open the payment window.</p>
          <p>Allow pop-up windows for this shop, then press the button again.</p>
        </Note>
      )}
      {payment.as === 'failed' && (
        <Note tone="bad">
          <p className="font-semibold">Payment failed. Try again.</p>
          {payment.reason && <p>{asSentence(payment.reason)}</p>}
        </Note>
      )}
      {payment.as === 'sent back' && (
        <Note tone="bad">
          <p className="font-semibold">PayPal charged an amount that is not your total. We are refunding it.</p>
          <p>No order was placed. You can pay again, or first wait for our email about the refund.</p>
        </Note>
      )}
      {payment.as === 'refused' && (
        <Note tone="bad" action={payment.over && <NoteButton onClick={onStartAgain}>Start again</NoteButton>}>
          <p className="font-semibold">{payment.begun ? 'No order was placed.' : 'Your payment was not started.'}</p>
          <p>{asSentence(payment.reason)}</p>
        </Note>
      )}
      {payment.as === 'bought' && <BoughtAlready bought={payment} />}
      {payment.as === 'pending' && <BeingChecked />}
      {payment.as === 'unknown' && <NotHeardYet onAskAgain={onAskAgain} />}
    </>
  )
}

/** The server's messages end without a full stop. */
const asSentence = (text: string) => (/[.!?…]$/.test(text) ? text : `${text}.`)

const UnderWay = ({ children }: { children: string }) => (
  <p role="status" className="bg-chalk px-4 py-3.5 text-[0.90625rem] text-rinse">
    {children}
  </p>
)

const BeingChecked = () => (
  <Note tone="info" action={<MyOrdersLink />}>
    <p className="font-semibold">Your payment is being checked.</p>
    <p>
      Do not pay again. The check can take days. If PayPal confirms your payment, you get your order, or a refund if the
      pieces are sold out by then. If PayPal does not confirm it, nothing is charged, and the pieces return to your
      cart.
    </p>
  </Note>
)

const NotHeardYet = ({ onAskAgain }: { onAskAgain: () => void }) => (
  <Note tone="info">
    <p className="font-semibold">We do not know yet whether your payment went through.</p>
    <p>
      Do not pay again. We are finding out, and this page continues automatically. If you were charged, you get your
      order and an email, or we refund your money.
    </p>
    <div className="mt-3 flex flex-wrap gap-3">
      <Button small onClick={onAskAgain}>
        Check again
      </Button>
      <MyOrdersLink />
    </div>
  </Note>
)
