import type { Position } from '@shop/language/events/event'
import { defect, logFact } from '@shop/logger/logger'
import type { Folded } from './fold.ts'
import type { AnyProjection } from './projection.ts'

const MAX_KEPT = 100

/** An event that a projection could not take. */
export type Failure = Readonly<{ projection: string; position: Position; type: string; eventId: string; error: string }>

export type Status = Readonly<{
  projection: string
  /** Undefined until it was built once. */
  position: Position | undefined
  state: 'rebuilding' | 'following' | 'halted'
  /** The event it halted at, or the newest of those it has left out since the process started. */
  failures: readonly Failure[]
}>

/** How far one projection is. */
export type Progress = {
  readonly projection: AnyProjection
  readonly name: AnyProjection['into']['name']
  position: Position | undefined
  halted: boolean
  failures: readonly Failure[]
}

export const progressOf = (projection: AnyProjection): Progress => ({
  projection,
  name: projection.into.name,
  position: undefined,
  halted: false,
  failures: [],
})

export const statusOf = ({ name, position, halted, failures }: Progress): Status => ({
  projection: name,
  position,
  state: halted ? 'halted' : position === undefined ? 'rebuilding' : 'following',
  failures,
})

/** Moves a projection on to what its read store now holds; what it could not take is logged and stays visible. */
export function advance(progress: Progress, to: Position, { failures, haltsAt }: Folded): readonly Failure[] {
  const noted = failures.map(({ event, error }) => {
    const facts = { projection: progress.name, position: event.position, type: event.type, eventId: event.id }
    logFact('error', haltsAt ? 'A projection has halted' : 'A projection has left out an event', {
      ...facts,
      ...defect(error),
    })
    return { ...facts, error: error instanceof Error ? error.message : String(error) }
  })
  progress.position = to
  progress.halted = haltsAt !== undefined
  progress.failures = [...progress.failures, ...noted].slice(-MAX_KEPT)
  return noted
}
