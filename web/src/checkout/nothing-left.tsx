import type { Cart, CartLine } from '@shop/language/cart/api'
import { useState } from 'react'
import { useRemove } from '../cart/change-cart.ts'
import { goneInWords } from '../cart/gone-lines.tsx'
import { isGone } from '../cart/wanted-quantities.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Note, NoteButton } from '../ui/note.tsx'
import { ResultMessage } from '../ui/result-message.tsx'

/** Whether nothing in the cart can be bought any more. `stop` informs the shopper (decisions C8). */
export function useNothingLeft({ products }: Cart, forgetError: () => void) {
  const [press, setPress] = useState<object>()
  const isOver = products.length > 0 && products.every(isGone)
  const stop = () => {
    forgetError()
    setPress({})
  }
  const message = isOver && press && (
    <ResultMessage about={press}>
      <NothingLeft lines={products} />
    </ResultMessage>
  )
  return { isOver, stop, message }
}

function NothingLeft({ lines }: { lines: readonly CartLine[] }) {
  const remove = useRemove()
  return (
    <Note
      tone="bad"
      action={
        <div className="flex flex-wrap gap-3">
          <NoteButton onClick={() => lines.forEach(remove)}>
            {lines.length > 1 ? 'Remove them' : 'Remove it'}
          </NoteButton>
          <ButtonLink to="/collections/all" variant="outline" small>
            Keep shopping
          </ButtonLink>
        </div>
      }
    >
      <p>{goneInWords(lines)} Nothing is left to check out.</p>
    </Note>
  )
}
