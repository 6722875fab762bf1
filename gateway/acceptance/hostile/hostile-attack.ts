/** Where an attack goes, and from where. */
export type Target = Readonly<{
  url: string
  /** The address that the hostile client comes from; it has the rest of 127.0.66.* besides. */
  address: string
  /** A product of the shop. */
  productId: string
}>

/**
 * What one hostile client does to the shop, in a process of its own that is killed when the attack is over. `prepare` may
 * sign in or make what the attack needs, before anything is measured, and returns the attack itself, which never has to end.
 */
export type HostileAttack = Readonly<{
  name: string
  /** What the client does, in a few words. */
  does: string
  prepare: (target: Target) => Promise<() => unknown>
  /** The short form tries it on the distributed shop too. */
  alsoDistributed?: true
  /** The short form leaves it out: it takes its time, or is much like another. */
  onlyLong?: true
}>
