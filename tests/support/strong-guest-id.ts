import { randomBytes } from 'node:crypto'

/** A guest id that nobody can guess, in the form that browsers make. */
export const strongGuestId = () => `guest_${Date.now()}_${randomBytes(16).toString('base64url')}`
