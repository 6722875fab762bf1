/** The target of an attack, and the address from which the attack comes. */
export type Target = Readonly<{
  url: string
  /** The address of the hostile client. The client can also use all other addresses of 127.0.66.*. */
  address: string
  /** A product of the shop. */
  productId: string
}>

/**
 * An attack by one hostile client. It runs in a separate process that is killed at the end. `prepare` can sign in or create data before the
 * measurement begins. It returns the function that attacks, which need not end.
 */
export type HostileAttack = Readonly<{
  name: string
  /** A short description of the attack. */
  does: string
  prepare: (target: Target) => Promise<() => unknown>
  /** Set if the short form tests the attack on the distributed shop too. */
  alsoDistributed?: true
  /** Set if the short form leaves the attack out, because it takes long or is similar to another attack. */
  onlyLong?: true
}>
