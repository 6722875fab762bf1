import { FIRST_ORDER_PERCENT, MAX_TEXT } from '@shop/language/api/limits'
import { useEffect, useRef, useState } from 'react'
import { fieldError } from '../lib/field-error.ts'
import { keepTyped, typedAtCheckout } from '../lib/typed-at-checkout.ts'
import { Field } from '../ui/field.tsx'

/** The code for a first order as it is typed, which is never in the cart (decisions P15). */
export function useDiscountCode() {
  const [code, setCode] = useState(() => typedAtCheckout().discountCode ?? '')
  const type = (discountCode: string) => {
    setCode(discountCode)
    keepTyped({ discountCode })
  }
  return { code, type }
}

type CodeProps = ReturnType<typeof useDiscountCode> & {
  /** What the checkout was refused for. */
  error: Error | null
  /** Something else was typed than what was refused. */
  onMended: () => void
}

/** A code that was refused is in view, and has the focus. */
export function DiscountCode({ code, type, error, onMended }: CodeProps) {
  const field = useRef<HTMLInputElement>(null)
  const refusal = codeRefusal(error)
  useEffect(() => {
    if (!codeRefusal(error)) return
    field.current?.focus({ preventScroll: true })
    field.current?.scrollIntoView({ block: 'nearest' })
  }, [error])
  return (
    <>
      <Field
        ref={field}
        label="Discount code"
        name="discountCode"
        value={code}
        onChange={({ target }) => {
          type(target.value)
          if (refusal) onMended()
        }}
        error={refusal}
        hint={`${FIRST_ORDER_PERCENT}% off your first order, applied on the next step. The code is in our newsletter email.`}
        maxLength={MAX_TEXT.word}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        className="scroll-my-28"
      />
      {/* What describes a field is not read anew to whoever is in it already. */}
      <p role="alert" className="sr-only">
        {refusal}
      </p>
    </>
  )
}

/** Why the code was refused, if it was. */
export const codeRefusal = (error: Error | null) => fieldError(error, 'discountCode')
