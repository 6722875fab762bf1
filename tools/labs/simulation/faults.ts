/** Only some of these faults occur in a run; the seed decides which. */
export const FAULTS = [
  'lost reply',
  'lost webhook',
  'repeat',
  'reorder',
  'crash',
  'held up',
  'clock jump',
  'busy store',
  'provider down',
  'unreported',
  'refusal',
  'pending',
  'refused',
  'not carried out',
  'unknown before',
  'unknown after',
  'done later',
  'unclear',
  'refunds pend',
  'no permission',
  'holds',
] as const
export type Fault = (typeof FAULTS)[number]
/** Whether the run has this fault and faults are switched on. */
export type Can = (fault: Fault) => boolean
