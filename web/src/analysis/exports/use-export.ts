import { useRef } from 'react'
import { ApiError } from '../../lib/api.ts'
import { type Taken, takeExport, type Wanted } from './take-export.ts'
import { useSaving } from './use-saving.ts'

/** Runs one export of events at a time. Leaving the page cancels the export. */
export function useExport() {
  /** The key of a recorded export that is not downloaded yet. With the same key, a retry does not record the export again. */
  const recorded = useRef<Readonly<{ wanted: string; key: string }>>(undefined)

  return useSaving<Wanted, Taken>(async (wanted, { signal, report }) => {
    const same = JSON.stringify(wanted)
    if (recorded.current?.wanted !== same) recorded.current = { wanted: same, key: crypto.randomUUID() }
    const { key } = recorded.current
    try {
      const archive = await takeExport(wanted, { key, signal, onTaken: report })
      recorded.current = undefined
      return { name: `selvedge-${wanted.from}-${wanted.to}-${wanted.format}.tar`, archive }
    } catch (error) {
      if (error instanceof ApiError && error.code === 'CONFLICT') recorded.current = undefined
      throw error
    }
  })
}
