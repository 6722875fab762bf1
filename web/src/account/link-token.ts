/** The token follows the `#` of the URL, so browsers do not send it to a server. */
export const tokenIn = (hash: string): string | undefined =>
  new URLSearchParams(hash.slice(1)).get('token') || undefined

export const NOT_WHOLE = 'This link is incomplete. Open it from the email again, or request a new one.'
