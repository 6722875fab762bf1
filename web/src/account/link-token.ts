/** What a link in a mail opens. It stands behind `#`, which no server and no other site is told. */
export const tokenIn = (hash: string): string | undefined =>
  new URLSearchParams(hash.slice(1)).get('token') || undefined

export const NOT_WHOLE = 'The link of the mail is not whole. Open it once more, or ask for another one.'
