/** The target of an attack, and the addresses it uses. */
export type Target = Readonly<{
  url: string
  /** The address of the hostile client. It may also use the rest of 127.0.66.*. */
  address: string
  /** A product of the shop. */
  productId: string
}>

/**
 * An attack by one hostile client, in a separate process that is killed afterwards. `prepare` may sign in or create data before the
 * measurement. It returns the attack itself, which need not end.
 */
export type HostileAttack = Readonly<{
  name: string
  /** A short description of the attack. */
  does: string
  prepare: (target: Target) => Promise<() => unknown>
  /** The short form tests it on the distributed shop too. */
  alsoDistributed?: true
  /** The short form skips it, because it takes long or is similar to another attack. */
  onlyLong?: true
}>
