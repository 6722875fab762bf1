/** `guest_<ms>_<128 random bits, base64url>`. The id gives access to the cart, so a client must not be able to guess it (decisions C1). */
export function newGuestId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const random = btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '')
  return `guest_${Date.now()}_${random}`
}
