import { useEffect, useRef, useState } from 'react'
import { download } from '../../lib/download.ts'
import { type Taken, takeExport, type Wanted } from './take-export.ts'

export type ExportState = Readonly<{
  /** What was asked for last. */
  wanted?: Wanted
  isRunning: boolean
  taken: Taken
  /** The name of the file that the browser was handed. */
  saved?: string
  wasCancelled?: boolean
  error: Error | null
}>

const NONE = { bytes: 0, event: 0 }

/** One export at a time. Who leaves the page cancels it. */
export function useExport() {
  const [state, setState] = useState<ExportState>({ isRunning: false, taken: NONE, error: null })
  const going = useRef<AbortController>(undefined)
  useEffect(() => () => going.current?.abort(), [])

  async function take(wanted: Wanted) {
    going.current?.abort()
    const mine = new AbortController()
    going.current = mine
    const tell = (now: Partial<ExportState>) => {
      if (going.current === mine) setState((before) => ({ ...before, ...now }))
    }
    setState({ wanted, isRunning: true, taken: NONE, error: null })
    try {
      const archive = await takeExport(wanted, { signal: mine.signal, onTaken: (taken) => tell({ taken }) })
      const name = `selvedge-${wanted.from}-${wanted.to}-${wanted.format}.tar`
      download(name, 'application/x-tar', archive)
      tell({ isRunning: false, saved: name })
    } catch (error) {
      tell({ isRunning: false, ...(mine.signal.aborted ? { wasCancelled: true } : { error: error as Error }) })
    }
  }

  return { ...state, take, cancel: () => going.current?.abort() }
}
