import type { CartLine } from '@shop/language/cart/api'
import { FEW_LEFT } from '@shop/language/limits'
import { Stitches } from '../products/stitches.tsx'
import { CircleAlert } from '../ui/icons/icons.tsx'
import { isGone, keyOf, useWantedQuantities } from './wanted-quantities.ts'

export function LineNotes({ line }: { line: CartLine }) {
  const reason = useWantedQuantities(({ refusals }) => refusals[keyOf(line)])
  return (
    <>
      <div role="alert">
        {reason && (
          <p ref={intoView} className="type-xsmall mt-1.5 flex items-start gap-1.5 text-bad">
            <CircleAlert className="mt-px size-4" />
            {reason}
          </p>
        )}
      </div>
      {!reason && !isGone(line) && line.left !== undefined && line.left <= FEW_LEFT && (
        <p className="mt-1">
          <Stitches left={line.left} />
        </p>
      )}
    </>
  )
}

const intoView = (note: Element | null) => note?.scrollIntoView({ block: 'nearest' })
