import { randomBytes } from 'node:crypto'

/** A guest id that cannot be guessed, as browsers make it. */
export const strongGuestId = () => `guest_${Date.now()}_${randomBytes(16).toString('base64url')}`
