import { useEffect, useRef, useState } from 'react'
import { download } from '../../lib/download.ts'
import { removeSaved } from './spool.ts'

export type SavingState<Wanted, Progress> = Readonly<{
  /** The last request of the user. */
  wanted?: Wanted
  isRunning: boolean
  progress?: Progress
  /** The name of the saved file. */
  saved?: string
  wasCancelled?: boolean
  error: Error | null
}>

export type FetchContext<Progress> = Readonly<{ signal: AbortSignal; report: (progress: Progress) => void }>
type Archive = Readonly<{ name: string; archive: Blob }>

/** Fetches archives with `fetchOne` and saves them as files, one at a time. Leaving the page cancels the current download. */
export function useSaving<Wanted, Progress>(
  fetchOne: (wanted: Wanted, context: FetchContext<Progress>) => Promise<Archive>,
) {
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
    try {
      const { name, archive } = await fetchOne(wanted, {
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
