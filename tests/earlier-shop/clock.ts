/*
 * Load this file with `node --import`. The clock of the process begins at CLOCK_BEGINS_AT (milliseconds since 1970) and runs on from there.
 * So for each start, a kept data folder has the same age: its holds are open, its carts have not expired, and "the last thirty days" are
 * the same.
 */
const aheadMs = Number(process.env.CLOCK_BEGINS_AT) - Date.now()
const RealDate = Date

globalThis.Date = class extends RealDate {
  constructor(...given: unknown[]) {
    if (given.length === 0) super(RealDate.now() + aheadMs)
    else super(...(given as [number]))
  }
  static override now() {
    return RealDate.now() + aheadMs
  }
} as DateConstructor
