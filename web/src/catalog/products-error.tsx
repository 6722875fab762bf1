import type { ReactNode } from 'react'
import { messageOf } from '../lib/api.ts'
import { Button } from '../ui/button.tsx'
import { Reload } from '../ui/icons/icons.tsx'
import { Note } from '../ui/note.tsx'

type ErrorProps = { error: unknown; fallback?: string; onRetry: () => void; children?: ReactNode }

export function ProductsError({ error, fallback = 'Something went wrong', onRetry, children }: ErrorProps) {
  return (
    <div className="grid justify-items-start gap-5">
      <div className="w-full">
        <Note tone="bad">
          <p className="font-semibold">Error loading products: {messageOf(error, fallback)}</p>
          {children}
        </Note>
      </div>
      <Button variant="outline" onClick={onRetry}>
        <Reload />
        Try again
      </Button>
    </div>
  )
}
