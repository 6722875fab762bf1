/** Possible faults. Each seed has some of them. */
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
  'untold',
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
] as const
export type Fault = (typeof FAULTS)[number]
/** Whether this seed has the fault, and faults are on. */
export type Can = (fault: Fault) => boolean
