import { Button } from '../ui/button.tsx'
import { Note } from '../ui/note.tsx'
import { dismissNotices, useCartNotices } from './cart-notices.ts'

/** Shows which pieces were removed from the cart, until the shopper dismisses the message. */
export function CartNotices() {
  const notices = useCartNotices((state) => state.notices)
  if (notices.length === 0) return null
  return (
    <div className="py-4">
      <Note
        tone="warn"
        action={
          <Button
            variant="quiet"
            small
            onClick={({ currentTarget }) => {
              // On a page, the focus moves to the beginning of the page. A drawer keeps the focus inside itself.
              currentTarget.closest('main')?.focus({ preventScroll: true })
              dismissNotices()
            }}
          >
            Understood
          </Button>
        }
      >
        {notices.map((notice) => (
          <p key={notice}>{notice}</p>
        ))}
      </Note>
    </div>
  )
}
