import { createHmac, randomBytes } from 'node:crypto'

/** So many clients must have searched for a term on one day before it is kept. */
const ENOUGH_CLIENTS = 5
/** Terms that are counted on one day; for one more the oldest that a single client has searched for is forgotten. */
const MOST_TERMS = 2_000
const ID_LENGTH = 12
/** An address of a mailbox, or a number that is long enough for a telephone, an order or a card, however its digits are parted. */
const PERSONAL = /@|\p{Nd}(?:[^\p{L}\p{Nd}]*\p{Nd}){4,}/u

export type Visits = ReturnType<typeof createVisits>

/**
 * The visits of one day. Their ids are made with a key that lives in this process's memory and nowhere else: when the day is over,
 * or the process, nobody can say any more which visit was whose, or join those of two days.
 */
export function createVisits() {
  const key = randomBytes(32)
  const clientsOf = new Map<string, Set<string>>()

  return {
    /** `client` is what a visit is told by: it is not kept. */
    idOf: (client: string) => createHmac('sha256', key).update(client).digest('base64url').slice(0, ID_LENGTH),

    /**
     * A term as it is kept; null until enough clients have searched for it, and of one that may be somebody's. `client` is the id of
     * an address alone: a browser may call itself whatever it likes.
     */
    keptTerm(searched: string, client: string): string | null {
      const term = searched.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim()
      if (term === '' || PERSONAL.test(term)) return null
      const clients = clientsOf.get(term) ?? new Set()
      if (clients.size >= ENOUGH_CLIENTS) return term
      if (clients.size === 0 && clientsOf.size >= MOST_TERMS && !forgetOldest()) return null
      clientsOf.set(term, clients.add(client))
      return clients.size >= ENOUGH_CLIENTS ? term : null
    },

    destroy() {
      key.fill(0)
      clientsOf.clear()
    },
  }

  /** Forgets the oldest term that a single client has searched for, where there is one. */
  function forgetOldest() {
    for (const [term, { size }] of clientsOf) if (size === 1) return clientsOf.delete(term)
    return false
  }
}
