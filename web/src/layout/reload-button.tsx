import { useEffect, useState } from 'react'
import { Button } from '../ui/button.tsx'

const ANSWER_WITHIN_MS = 10_000

/** Reloads the page only if the shop answers, because a failed reload would show the browser's error page. */
export function ReloadButton({ small = false }: { small?: boolean }) {
  const [state, setState] = useState<'idle' | 'asking' | 'silent'>('idle')

  const ask = async () => {
    setState('asking')
    const answers = await fetch(window.location.href, {
      cache: 'no-store',
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    })
      .then(({ status }) => status < 500)
      .catch(() => false)
    if (answers) window.location.reload()
    else setState('silent')
  }

  useEffect(() => {
    window.addEventListener('online', ask)
    return () => window.removeEventListener('online', ask)
  })

  return (
    <div className="grid justify-items-start gap-3">
      <Button
        small={small}
        variant={small ? 'outline' : 'fill'}
        busy={state === 'asking'}
        busyLabel="Loading..."
        onClick={ask}
      >
        Try again
      </Button>
      <p role="status" className="type-small text-rinse empty:hidden">
        {state === 'silent' && 'The shop does not answer yet.'}
      </p>
    </div>
  )
}
