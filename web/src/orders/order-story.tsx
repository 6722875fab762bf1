import type { Order } from '@shop/language/order/api'
import type { ReactNode } from 'react'
import { type StoryStep, stepsOf } from './story-steps.ts'

export function OrderStory({ order }: { order: Order }) {
  const steps = stepsOf(order)
  const done = steps.findLastIndex((step) => step.done)
  return (
    <ol>
      {steps.map((step, index) => (
        <Step key={index} {...step} line={index === steps.length - 1 ? 'none' : index < done ? 'thread' : 'dashes'} />
      ))}
    </ol>
  )
}

function Step({ name, done, note, line }: StoryStep & { line: 'thread' | 'dashes' | 'none' }) {
  return (
    <li className="relative pb-6 pl-9 last:pb-0">
      {line !== 'none' && (
        <span
          aria-hidden
          className={`absolute top-2 -bottom-2 left-2 w-0.5 ${line === 'thread' ? 'bg-thread' : DASHES}`}
        />
      )}
      <span
        aria-hidden
        className={`absolute top-1.5 left-[3px] size-3 border-2 bg-bleach ${done ? 'border-thread' : 'border-worn'}`}
      />
      <span className={`type-h4 ${done ? '' : 'text-stone'}`}>
        {name}
        {!done && <ToCome />}
      </span>
      {note && <p className="type-small num text-stone">{note}</p>}
    </li>
  )
}

const ToCome = (): ReactNode => <span className="sr-only">, still to come</span>

const DASHES = 'bg-[repeating-linear-gradient(180deg,var(--color-worn)_0_6px,transparent_6px_11px)]'
