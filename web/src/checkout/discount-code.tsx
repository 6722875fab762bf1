import { FIRST_ORDER_PERCENT, MAX_TEXT } from '@shop/language/limits'
import { useEffect, useRef, useState } from 'react'
import { fieldError } from '../lib/field-error.ts'
import { keepTyped, typedAtCheckout } from '../lib/typed-at-checkout.ts'
import { Field } from '../ui/field.tsx'

/** The code is never stored in the cart (decisions P15). */
export function useDiscountCode() {
  const [code, setCode] = useState(() => typedAtCheckout().discountCode ?? '')
  const type = (discountCode: string) => {
    setCode(discountCode)
    keepTyped({ discountCode })
  }
  return { code, type }
}

type CodeProps = ReturnType<typeof useDiscountCode> & {
  error: Error | null
  onEdited: () => void
}

export function DiscountCode({ code, type, error, onEdited }: CodeProps) {
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
          if (refusal) onEdited()
        }}
        error={refusal}
        hint={`${FIRST_ORDER_PERCENT}% off your first order, applied on the next step. We email you the code when you subscribe to our newsletter.`}
        maxLength={MAX_TEXT.word}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        className="scroll-my-28"
      />
      {/* A screen reader does not reread the description of a focused field, so the refusal is also an alert. */}
      <p role="alert" className="sr-only">
        {refusal}
      </p>
    </>
  )
}

export const codeRefusal = (error: Error | null) => fieldError(error, 'discountCode')
