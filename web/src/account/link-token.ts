/** What a link in a mail opens. It stands behind `#`, which no server and no other site is told. */
export const tokenIn = (hash: string): string | undefined =>
  new URLSearchParams(hash.slice(1)).get('token') || undefined

export const NOT_WHOLE = 'This link is incomplete. Open it from the email again, or request a new one.'
