import type { Run } from '@shop/language/analysis/runs'
import { useEffect, useRef, useState } from 'react'
import { type Asked, startRun } from './start-run.ts'

export type RunState = Readonly<{
  /** The last question that was sent. */
  asked?: Asked
  isRunning: boolean
  run?: Run
  /** The error of a failed call. After it, no answer is known. */
  error: Error | null
}>

const NOTHING: RunState = { isRunning: false, error: null }

/** Runs one question at a time. Leaving the page cancels the run. */
export function useRun() {
  const [state, setState] = useState(NOTHING)
  const going = useRef<ReturnType<typeof startRun>>(undefined)
  useEffect(() => () => going.current?.cancel(), [])

  async function ask(asked: Asked) {
    going.current?.cancel()
    setState({ asked, isRunning: true, error: null })
    const mine = startRun(asked, (run) => update({ run, isRunning: true, error: null }))
    going.current = mine
    function update(now: Omit<RunState, 'asked'>) {
      if (going.current === mine) setState({ asked, ...now })
    }
    try {
      update({ run: await mine.ended, isRunning: false, error: null })
    } catch (error) {
      update({ isRunning: false, error: error as Error })
    }
    if (going.current === mine) going.current = undefined
  }

  return {
    ...state,
    ask,
    cancel: () => going.current?.cancel(),
    forget: () => {
      going.current?.cancel()
      going.current = undefined
      setState(NOTHING)
    },
  }
}
