import type { ShippingAddress } from '@shop/language/address/api'
import { placeLine } from '@shop/language/address/format'
import { type ReactNode, useEffect, useRef } from 'react'
import { Field } from '../ui/field.tsx'

type StepProps = {
  id: string
  title: string
  aside?: ReactNode
  entered?: boolean
  children: ReactNode
}

export function Step({ id, title, aside, entered = false, children }: StepProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (entered) heading.current?.focus()
  }, [entered])
  return (
    <section aria-labelledby={id} className="grid gap-4">
      <div className="flex items-baseline justify-between gap-4 border-t border-raw pt-3.5">
        <h2 id={id} ref={heading} tabIndex={-1} className="type-h3 scroll-mt-6">
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  )
}

export const ContactStep = ({ email }: { email: string }) => (
  <Step id="contact" title="Contact Details">
    <Field label="Email" name="email" type="email" value={email} readOnly autoComplete="email" />
  </Step>
)

export function DeliverySummary({
  address,
  onChange,
}: {
  address: ShippingAddress
  onChange: (() => void) | undefined
}) {
  const { firstName, lastName, address: street, address2, phone } = address
  const lines = [
    [firstName, lastName].filter(Boolean).join(' '),
    [street, address2, placeLine(address)].filter(Boolean).join(', '),
  ].filter(Boolean)
  return (
    <Step
      id="delivery"
      title="Delivery"
      aside={
        onChange && (
          <button type="button" className="text-link min-h-11! lg:min-h-8!" onClick={onChange}>
            Change<span className="sr-only"> the delivery address</span>
          </button>
        )
      }
    >
      <p className="leading-[1.6] wrap-anywhere">
        {lines.length === 0 && 'No address given'}
        {lines.map((line) => (
          <span key={line} className="block">
            {line}
          </span>
        ))}
        {phone && <span className="num block text-stone">{phone}</span>}
      </p>
    </Step>
  )
}
