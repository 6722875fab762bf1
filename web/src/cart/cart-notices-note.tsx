import { Button } from '../ui/button.tsx'
import { Note } from '../ui/note.tsx'
import { dismissNotices, useCartNotices } from './cart-notices.ts'

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
              // On a page, the focus moves to the page's beginning. A drawer keeps the focus inside.
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
