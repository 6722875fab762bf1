import { Button } from '../ui/button.tsx'
import { Note } from '../ui/note.tsx'
import { dismissNotices, useCartNotices } from './cart-notices.ts'

/** What the shop had to cut, until it has been read. */
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
              // On a page reading goes on from its beginning; a drawer keeps the focus itself.
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
