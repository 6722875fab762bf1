/*
 * Preloaded with `node --import`. Time begins at CLOCK_BEGINS_AT (milliseconds since 1970) and continues from there, so that a kept data
 * folder never ages. Holds stay open, carts do not expire, and "the last thirty days" do not change.
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
