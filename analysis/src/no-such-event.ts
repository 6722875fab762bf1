/** `last` is the copy's newest event. */
export const noSuchEvent = (event: number, last: number) =>
  `The analysis has no event ${event} yet. Choose an event from 1 to ${last}`
