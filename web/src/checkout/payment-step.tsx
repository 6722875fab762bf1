import type { Checkout } from '@shop/language/checkout/api'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { configQuery } from '../cart/cart-api.ts'
import { formatMoney } from '../lib/money.ts'
import { Badge } from '../ui/badge.tsx'
import { Flask } from '../ui/icons/page-icons.tsx'
import { LoadFailure } from '../ui/load-failure.tsx'
import { Note } from '../ui/note.tsx'
import { Loading } from '../ui/skeleton.tsx'
import { Step } from './address-steps.tsx'
import { CancelCheckout } from './cancel-checkout.tsx'
import { HeldUntil } from './held-until.tsx'
import { MyOrdersLink } from './my-orders-link.tsx'
import { PaymentOutcome } from './payment-outcome.tsx'
import { usePayment } from './use-payment.ts'
import { isUndecided, type Listeners } from './use-shown-payment.ts'

const PaypalButtons = lazy(async () => ({ default: (await import('./paypal-buttons.tsx')).PaypalButtons }))

type PaymentStepProps = Listeners & {
  checkout: Checkout
  /** Whether to show the end of the hold. */
  timed: boolean
  leftCart: boolean
  onStartAgain: () => void
  onCancelled: () => void
}

export function PaymentStep({ checkout, timed, leftCart, onStartAgain, onCancelled, ...listeners }: PaymentStepProps) {
  const { data: config, error, refetch } = useQuery(configQuery())
  const { payment, createOrder, approve, cancel, fail, askAgain, show } = usePayment(checkout, listeners)
  const simulated = config?.payment.simulated ?? false
  const isOver = payment.as === 'refused' && payment.over
  const payable = !isUndecided(payment) && payment.as !== 'bought' && !isOver
  return (
    <Step id="payment" title="Payment" entered aside={simulated && <Badge tone="warn">Test payments</Badge>}>
      {simulated && <TestPayments />}
      {leftCart && payable && <LeftCart />}
      {timed && (
        <div className="lg:hidden">
          <HeldUntil checkout={checkout} />
        </div>
      )}
      {checkout.totalPrice <= 0 ? (
        <Note tone="bad">
          <p>Invalid amount for payment.</p>
        </Note>
      ) : (
        // The buttons are hidden and not removed, because the provider's script runs while an approval is processed.
        <div className={`gap-3 border border-faded p-5 ${payable ? 'grid' : 'hidden'}`}>
          {config ? (
            <Suspense fallback={<Loading />}>
              <PaypalButtons
                payment={config.payment}
                createOrder={createOrder}
                onApprove={approve}
                onCancel={cancel}
                onError={fail}
              />
            </Suspense>
          ) : error ? (
            <LoadFailure error={error} fallback="Something went wrong" onRetry={refetch} />
          ) : (
            <Loading />
          )}
          <p className="type-xsmall text-center text-stone">
            You pay <b className="num font-bold text-raw">{formatMoney(checkout.totalPrice)}</b> in US dollars.
          </p>
        </div>
      )}
      <PaymentOutcome payment={payment} onAskAgain={askAgain} onStartAgain={onStartAgain} />
      {payable && (
        <CancelCheckout
          checkout={checkout}
          onCancelled={onCancelled}
          onBought={(bought) => show({ as: 'bought', ...bought })}
        />
      )}
    </Step>
  )
}

const LeftCart = () => (
  <Note tone="warn" action={<MyOrdersLink />}>
    <p>These pieces are no longer in your cart. If you have already paid for them, you find the order in My Orders.</p>
    <p>Pay here only if you have not paid for these pieces yet.</p>
  </Note>
)

const TestPayments = () => (
  <p className="flex gap-3 bg-warn-wash px-4 py-3.5 text-[0.90625rem] leading-[1.45] text-warn">
    <Flask />
    This shop runs with a payment simulator. No money is charged. You can pay with any account.
  </p>
)
