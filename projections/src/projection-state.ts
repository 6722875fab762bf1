import type { Checkpoint } from '@shop/stores/read-store/checkpoint'
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
  /** The log has gone back to an earlier state, so the projection must be rebuilt. */
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
