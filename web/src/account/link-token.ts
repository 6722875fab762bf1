/** The token follows the `#` of the address. Browsers send this part to no server. */
export const tokenIn = (hash: string): string | undefined =>
  new URLSearchParams(hash.slice(1)).get('token') || undefined

export const NOT_WHOLE = 'This link is incomplete. Open it from the email again, or request a new one.'
