/* This file imports nothing, because each process that answers a question loads it. */

export const DAMAGED =
  'A part of the copy of the log is damaged. A running shop rebuilds the copy from the log. Try again in a minute. If this message stays, tell the operator'

export type EventRange = Readonly<{ first: number; last: number }>

/** A file of the copy is missing or has changed. The message is the path of the file or its folder. */
export class Damaged extends Error {
  readonly events: EventRange
  constructor(path: string, events: EventRange) {
    super(path)
    this.events = events
  }
}
