import type { RunAnswer } from '@shop/language/analysis/runs'
import { useEffect, useRef, useState } from 'react'
import { numbersOf } from './past-moments.ts'
import { type AskedSql, startRun } from './start-run.ts'

/** An answer without its rows, because an answer can have many rows. */
export type Past = Omit<RunAnswer, 'columns' | 'rows'> &
  Readonly<{ moment: string; numbers: ReadonlyMap<string, number> }>

export type SeriesState = Readonly<{
  done: readonly Past[]
  of: number
  isRunning: boolean
  /** The message of the failed run that ended the series. */
  failed?: string
  error: Error | null
}>

/** Asks one question as of several moments, one after another. */
export function useSeries() {
  const [state, setState] = useState<SeriesState>()
  const going = useRef<{ cancel: () => void; isCancelled: boolean }>(undefined)
  const cancel = () => {
    const { current } = going
    going.current = undefined
    if (!current) return
    current.isCancelled = true
    current.cancel()
  }
  useEffect(() => cancel, [])

  async function ask(question: AskedSql, moments: readonly string[]) {
    cancel()
    const mine = { cancel: () => {}, isCancelled: false }
    going.current = mine
    const done: Past[] = []
    const update = (more: Partial<SeriesState> = {}) =>
      setState({ done: [...done], of: moments.length, isRunning: true, error: null, ...more })
    update()
    try {
      for (const moment of moments) {
        const run = startRun({ ...question, asOf: moment }, () => {})
        mine.cancel = run.cancel
        const { answer, failure } = await run.ended
        if (mine.isCancelled) return
        if (!answer) return update({ isRunning: false, failed: failure?.message ?? '' })
        const { columns, rows, ...facts } = answer
        done.push({ ...facts, moment, numbers: numbersOf({ columns, rows }) })
        update()
      }
      update({ isRunning: false })
    } catch (error) {
      if (!mine.isCancelled) update({ isRunning: false, error: error as Error })
    }
  }

  return {
    state,
    ask,
    forget() {
      cancel()
      setState(undefined)
    },
    /** Keeps the answers that have arrived. */
    cancel() {
      cancel()
      setState((now) => now && { ...now, isRunning: false })
    },
  }
}
