import { useEffect, useRef, useState } from 'react'
import { download } from '../../lib/download.ts'
import { removeSaved } from './spool.ts'

export type SavingState<Wanted, Progress> = Readonly<{
  wanted?: Wanted
  isRunning: boolean
  progress?: Progress
  saved?: string
  wasCancelled?: boolean
  error: Error | null
}>

export type FetchContext<Progress> = Readonly<{ signal: AbortSignal; report: (progress: Progress) => void }>
export type Archive = Readonly<{ name: string; archive: Blob }>

/**
 * A new request, or leaving the page, cancels the running download. A repeated request uses the function that `fetchingOf` returned for it
 * the first time.
 */
export function useSaving<Wanted, Progress>(
  fetchingOf: (wanted: Wanted) => (context: FetchContext<Progress>) => Promise<Archive>,
) {
  const begun = useRef<Readonly<{ same: string; fetchOne: ReturnType<typeof fetchingOf> }>>(undefined)
  const [state, setState] = useState<SavingState<Wanted, Progress>>({ isRunning: false, error: null })
  const going = useRef<AbortController>(undefined)
  useEffect(() => {
    void removeSaved()
    return () => going.current?.abort()
  }, [])

  async function take(wanted: Wanted) {
    going.current?.abort()
    const mine = new AbortController()
    going.current = mine
    const change = (now: Partial<SavingState<Wanted, Progress>>) => {
      if (going.current === mine) setState((before) => ({ ...before, ...now }))
    }
    setState({ wanted, isRunning: true, error: null })
    const same = JSON.stringify(wanted)
    if (begun.current?.same !== same) begun.current = { same, fetchOne: fetchingOf(wanted) }
    try {
      const { name, archive } = await begun.current.fetchOne({
        signal: mine.signal,
        report: (progress) => change({ progress }),
      })
      download(name, 'application/x-tar', archive)
      change({ isRunning: false, saved: name })
    } catch (error) {
      change({ isRunning: false, ...(mine.signal.aborted ? { wasCancelled: true } : { error: error as Error }) })
    }
  }

  return { ...state, take, cancel: () => going.current?.abort() }
}
