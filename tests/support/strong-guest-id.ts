import { randomBytes } from 'node:crypto'

/** A guest id that no client can guess, in the form that browsers make. */
export const strongGuestId = () => `guest_${Date.now()}_${randomBytes(16).toString('base64url')}`
