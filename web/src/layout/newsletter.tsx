import { FIRST_ORDER_PERCENT } from '@shop/language/limits'
import type { FormEvent } from 'react'
import { useAct } from '../lib/act-key.ts'
import { api, messageOf } from '../lib/api.ts'
import { Button } from '../ui/button.tsx'
import { Note } from '../ui/note.tsx'

/** The browser checks the address first (decisions P15). */
export function Newsletter() {
  const { mutate, isPending, data, error } = useAct((email: string, idempotencyKey) =>
    api.post<{ message: string }>('/api/newsletter', { body: { email }, idempotencyKey }),
  )

  const subscribe = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!isPending) mutate(event.currentTarget.email.value)
  }

  return (
    <div className="col-span-full lg:col-span-1 lg:pr-16">
      <h2 className="type-h2">{FIRST_ORDER_PERCENT}% off your first order</h2>
      <p className="type-say mt-2.5 max-w-[26em] text-rinse">
        News about new clothes and pieces that are back in stock.
      </p>
      <div className="mt-5 grid max-w-110 gap-3">
        <form method="dialog" onSubmit={subscribe} className="flex">
          <input
            type="email"
            name="email"
            required
            aria-label="Email"
            placeholder="you@example.com"
            autoComplete="email"
            className="input-box min-w-0 flex-1"
          />
          <Button type="submit" busy={isPending}>
            Subscribe
          </Button>
        </form>
        {data && <Note tone="ok">{data.message}</Note>}
        {error && <Note tone="bad">{messageOf(error, 'Try again')}</Note>}
      </div>
    </div>
  )
}
