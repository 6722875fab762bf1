import type { Position, Recorded } from '@shop/language/events/event'
import { defect, logFact } from '@shop/stores/logger/logger'
import { type Checkpoint, type Failure, MOST_LISTED } from '@shop/stores/read-store/checkpoint'
import { failureOf } from './failure.ts'
import type { Folded } from './fold.ts'
import type { AnyProjection } from './projection.ts'

export type ProjectionState = {
  readonly projection: AnyProjection
  readonly name: AnyProjection['into']['name']
  /** Undefined if the projection must be built first. */
  checkpoint: Checkpoint | undefined
  /** The projection has failed at the event that its checkpoint names. It waits until an operator resumes it or a process starts. */
  isHalted: boolean
  /** The rebuilt documents differ from the former documents and may not go live (`judge`), until a restart compares them again. */
  isRefused: boolean
  /** Some events that the projection has read are no longer in the log. */
  hasLogGoneBack: boolean
}

export const newProjectionState = (projection: AnyProjection): ProjectionState => ({
  projection,
  name: projection.into.name,
  checkpoint: undefined,
  isHalted: false,
  isRefused: false,
  hasLogGoneBack: false,
})

/** The id of the event that an operator wants to skip if it fails again. */
export const skippedBy = ({ checkpoint }: Pick<ProjectionState, 'checkpoint'>): string | undefined =>
  checkpoint?.halted?.resume === 'skip' ? checkpoint.halted.event.id : undefined

/** The checkpoint after a fold up to `position`. A halt stays in the checkpoint until the projection is past the failed event. */
export function checkpointAfter(
  before: Checkpoint | undefined,
  position: Position,
  { failures, haltsAt }: Folded,
  now: Date,
): Checkpoint {
  const reported = failures.map(({ event, error }) => ({ event, failure: failureOf(event, error, now.toISOString()) }))
  const halt = reported.find(({ event }) => event === haltsAt)?.failure
  const leftOut = leftOutAfter(
    before?.leftOut,
    reported.flatMap(({ event, failure }) => (event === haltsAt ? [] : [failure])),
  )
  const isStillBefore = before?.halted !== undefined && before.halted.event.position > position
  const halted = halt ? sinceFirst(before, halt) : isStillBefore ? before.halted : undefined
  return { position, ...(halted && { halted }), ...(leftOut && { leftOut }) }
}

function sinceFirst(before: Checkpoint | undefined, halt: Failure): Failure {
  return before?.halted?.event.id === halt.event.id ? { ...halt, at: before.halted.at } : halt
}

function leftOutAfter(before: Checkpoint['leftOut'], more: readonly Failure[]): Checkpoint['leftOut'] {
  if (more.length === 0) return before
  return {
    count: (before?.count ?? 0) + more.length,
    newest: [...(before?.newest ?? []), ...more].slice(-MOST_LISTED),
  }
}

export function logFailures(projection: string, { failures, haltsAt }: Folded) {
  for (const { event, error } of failures) {
    const message = event === haltsAt ? 'A projection has halted' : 'A projection has left out an event'
    logFact('error', message, { projection, ...factsOf(event), ...defect(error) })
  }
}

const factsOf = ({ position, type, id: eventId }: Recorded) => ({ position, type, eventId })
