import type { Run, RunAnswer } from '@shop/language/analysis/runs'
import { useEffect, useRef, useState } from 'react'
import { type Asked, type AskedSql, startRun } from './start-run.ts'

export type RunState = Readonly<{
  asked?: Asked
  /** The same question with other values, if two answers are compared. */
  against?: AskedSql | undefined
  isRunning: boolean
  run?: Run
  /** The run of `against`, as of the same event and moment. It starts when the first run has an answer. */
  other?: Run
  before?: RunAnswer | undefined
  error: Error | null
}>

export const asOfAnswer = <One extends Asked>(asked: One, { asOf: { event, moment } }: RunAnswer): One => ({
  ...asked,
  asOf: event,
  ...('sql' in asked && { moment }),
})

const NOTHING: RunState = { isRunning: false, error: null }

export function useRun() {
  const [state, setState] = useState(NOTHING)
  const going = useRef<{ cancel: () => void }>(undefined)
  const last = useRef<RunAnswer>(undefined)
  const leave = () => {
    going.current?.cancel()
    going.current = undefined
  }
  useEffect(() => leave, [])

  async function ask(asked: Asked, against?: AskedSql) {
    going.current?.cancel()
    const mine = { cancel: () => {} }
    going.current = mine
    const before = last.current
    const update = (now: Omit<RunState, 'asked' | 'against' | 'before'>) => {
      if (going.current === mine) setState({ asked, against, before, ...now })
    }
    const end = (wanted: Asked) => {
      const { ended, cancel } = startRun(wanted, (run) => update({ run, isRunning: true, error: null }))
      mine.cancel = cancel
      return ended
    }
    update({ isRunning: true, error: null })
    try {
      const run = await end(asked)
      const { answer } = run
      last.current = answer ?? before
      const isCompared = against && answer && going.current === mine
      const other = isCompared ? { other: await end(asOfAnswer(against, answer)) } : {}
      update({ run, ...other, isRunning: false, error: null })
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
      leave()
      setState(NOTHING)
    },
  }
}
