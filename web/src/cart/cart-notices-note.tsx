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
              // The pressed button disappears, so the page gets the focus.
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
