import { type ReactNode, useEffect, useState } from 'react'

const SHOWN_AFTER_MS = 300

export function SkeletonCard() {
  return (
    <div>
      <div className="weft aspect-4/5" />
      <SkeletonBar className="mt-3 w-3/5" />
      <SkeletonBar className="mt-2 w-1/4" />
    </div>
  )
}

export const SkeletonBar = ({ className = 'w-full' }: { className?: string }) => (
  <div className={`h-3 bg-hair/70 ${className}`} />
)

export function Loading({ children }: { children?: ReactNode }) {
  const [shown, setShown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), SHOWN_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <>
      <p role="status" className={children || !shown ? 'sr-only' : 'text-stone'}>
        Loading...
      </p>
      <div aria-hidden className={shown ? '' : 'invisible'}>
        {children}
      </div>
    </>
  )
}
