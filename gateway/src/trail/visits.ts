import { createHmac, randomBytes } from 'node:crypto'
import { SEARCHERS_OF_A_TERM } from '@shop/language/limits'

/** At most this many terms a day. A further term replaces the oldest term that only one client has searched for, or is not counted. */
const MOST_TERMS = 2_000
const ID_LENGTH = 12
/** An email address, or five or more digits with any separators, such as a telephone or card number. */
const PERSONAL = /@|\p{Nd}(?:[^\p{L}\p{Nd}]*\p{Nd}){4,}/u

/**
 * The visits of one day. Their ids are made with a key that exists only in this process's memory. So after that day, an id leads to no
 * visitor, and the visits of two days cannot be connected.
 */
export function createVisits() {
  const key = randomBytes(32)
  const clientsOf = new Map<string, Set<string>>()

  return {
    idOf: (client: string) => createHmac('sha256', key).update(client).digest('base64url').slice(0, ID_LENGTH),

    /**
     * Null if the term may be personal, or if too few clients have searched for it yet. `client` is made from the address alone, because a
     * browser can send any `User-Agent`.
     */
    keptTerm(searched: string, client: string): string | null {
      const term = searched.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim()
      if (term === '' || PERSONAL.test(term)) return null
      const clients = clientsOf.get(term) ?? new Set()
      if (clients.size >= SEARCHERS_OF_A_TERM) return term
      if (clients.size === 0 && clientsOf.size >= MOST_TERMS && !forgetOldest()) return null
      clientsOf.set(term, clients.add(client))
      return clients.size >= SEARCHERS_OF_A_TERM ? term : null
    },

    destroy() {
      key.fill(0)
      clientsOf.clear()
    },
  }

  function forgetOldest() {
    for (const [term, { size }] of clientsOf) if (size === 1) return clientsOf.delete(term)
    return false
  }
}
