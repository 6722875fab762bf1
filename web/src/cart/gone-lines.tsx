import type { CartLine } from '@shop/language/cart/api'
import { Note } from '../ui/note.tsx'
import { goneBecause } from './cart-line-row.tsx'
import { useRemove } from './change-cart.ts'

/** The lines that block checkout (decisions C8). */
export function GoneLines({ lines }: { lines: readonly CartLine[] }) {
  const remove = useRemove()
  return (
    <Note
      tone="warn"
      action={
        <button type="button" className="text-link" onClick={() => lines.forEach(remove)}>
          {lines.length > 1 ? 'Remove them' : 'Remove it'}
        </button>
      }
    >
      <p>
        {goneInWords(lines)} Remove {lines.length > 1 ? 'them' : 'it'} to check out.
      </p>
    </Note>
  )
}

export function goneInWords(lines: readonly CartLine[]) {
  const [first] = lines
  return lines.length > 1 || !first
    ? `${piecesOf(lines)} pieces in your cart can no longer be bought.`
    : `${first.name}: ${goneBecause(first)}`
}

const piecesOf = (lines: readonly CartLine[]) => lines.reduce((pieces, { quantity }) => pieces + quantity, 0)
