import type { Order } from '@shop/language/order/api'
import type { ReactNode } from 'react'
import { formatMoney } from '../lib/money.ts'
import { AddressLines, addressLines } from './address-lines.tsx'
import { longDate } from './order-dates.ts'
import { cityAndCountry, momentsInWords, trackingLink } from './order-texts.ts'

export function OrderFacts({ order }: { order: Order }) {
  const { paymentMethod, isPaid, shippingMethod, shippingAddress, trackingNumber } = order
  const lines = addressLines(shippingAddress)
  return (
    <div className="grid grid-cols-2 gap-4 border-t border-raw pt-3.5 md:grid-cols-3">
      <Fact title="Payment">
        {paymentMethod}
        <br />
        Status: {isPaid ? 'Paid' : 'Pending'}
        <Money order={order} />
      </Fact>
      <Fact title="Shipping">
        {shippingMethod}
        <br />
        {cityAndCountry(shippingAddress)}
        {momentsInWords(order).map((sentence) => (
          <span key={sentence} className="num block">
            {sentence}
          </span>
        ))}
        {trackingNumber && (
          <span className="mt-1 block wrap-anywhere">
            Tracking number:{' '}
            <a href={trackingLink(trackingNumber)} target="_blank" rel="noreferrer" className="num underline">
              {trackingNumber}
            </a>
          </span>
        )}
      </Fact>
      {lines.length > 0 && (
        <Fact title="Recipient">
          <AddressLines lines={lines} />
        </Fact>
      )}
    </div>
  )
}

function Money({ order: { isPaid, paidAt, totalPrice, refundedTotal } }: { order: Order }) {
  const sentences = [
    isPaid
      ? `${formatMoney(totalPrice)} paid${paidAt ? ` on ${longDate(paidAt)}` : ''}.`
      : 'Your payment is being checked.',
    refundedTotal > 0 && `We refunded ${formatMoney(refundedTotal)}.`,
  ]
  return sentences.map(
    (sentence) =>
      sentence && (
        <span key={sentence} className="num block">
          {sentence}
        </span>
      ),
  )
}

const Fact = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="max-md:last:odd:col-span-2">
    <h2 className="type-h4">{title}</h2>
    <p className="wrap-anywhere text-rinse">{children}</p>
  </div>
)
