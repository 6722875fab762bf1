import { type ReactNode, Suspense } from 'react'
import { Note } from '../ui/note.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { LoadAnew } from './load-anew.tsx'

/** A part whose code is loaded on first use, such as a drawer: when it fails, the page stays and says so. */
export function PagePart({ children }: { children: ReactNode }) {
  return (
    <ErrorBoundary fallback={<MissingPart />}>
      <Suspense fallback={null}>{children}</Suspense>
    </ErrorBoundary>
  )
}

const MissingPart = () => (
  <div className="fixed inset-x-0 bottom-0 z-20 border-t border-raw bg-bleach">
    <Note tone="bad" action={<LoadAnew small />}>
      <p>This part of the page could not be loaded. Your cart is kept.</p>
    </Note>
  </div>
)
