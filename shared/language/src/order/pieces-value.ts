/** `refundable`: how many of the pieces have no refund. */
type Line = Readonly<{ quantity: number; refundable: number }>

/**
 * The price paid, in cents, for `more` pieces of a line that are not refunded yet. If all pieces of the line are refunded, in any number of
 * steps, the amounts add up to `paidCents`.
 */
export function centsOfPieces({ quantity, refundable, paidCents }: Line & { paidCents: number }, more: number) {
  const before = quantity - refundable
  const shareOf = (count: number) => Math.floor((paidCents * count) / quantity)
  return shareOf(before + more) - shareOf(before)
}

/** `paid` is in dollars, as in an API answer. The result is in cents. */
export const valueOfPieces = ({ paid, ...line }: Line & { paid: number }, more: number) =>
  centsOfPieces({ ...line, paidCents: Math.round(paid * 100) }, more)
