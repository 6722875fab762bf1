import { type FormEvent, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Note } from '../ui/note.tsx'

/** Makes no call: the browser checks the address, and the shop says thank you (decisions P15). */
export function Newsletter() {
  const [subscribed, setSubscribed] = useState(false)

  const subscribe = (event: FormEvent) => {
    event.preventDefault()
    setSubscribed(true)
  }

  return (
    <div className="col-span-full lg:col-span-1 lg:pr-16">
      <h2 className="type-h2">10% off your first order</h2>
      <p className="type-say mt-2.5 max-w-[26em] text-rinse">New cloth, pieces back in stock, and nothing else.</p>
      <div className="mt-5 max-w-110">
        {subscribed ? (
          <Note tone="ok">Thank you for subscribing.</Note>
        ) : (
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
            <Button type="submit">Subscribe</Button>
          </form>
        )}
      </div>
    </div>
  )
}
