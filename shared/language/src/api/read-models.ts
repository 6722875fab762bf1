/** An event that a read model could not take. Nothing in it is personal. */
export type ReadModelFailure = {
  event: { id: string; type: string; stream: string }
  error: string
  /** ISO 8601, UTC. */
  at: string
}

/** One of GET /api/admin/read-models: what the shop's lists and pages are made of, and whether anything is wrong with it. */
export type ReadModel = {
  name: string
  /** It stands still before this event. */
  halted?: ReadModelFailure & { resuming: boolean }
  /** It has gone on without so many events; the newest of them, newest first. */
  leftOut: { count: number; newest: readonly ReadModelFailure[] }
}
