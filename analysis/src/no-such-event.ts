/** The message for an event that the copy does not have yet. `last` is its newest event. */
export const noSuchEvent = (event: number, last: number) =>
  `The analysis has no event ${event} yet. Choose an event from 1 to ${last}`
