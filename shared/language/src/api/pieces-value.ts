/** A line of an order: its pieces, those of them that no refund is for, and what was paid for all. */
type Line = Readonly<{ quantity: number; refundable: number }>

/**
 * What was paid for so many further pieces of a line, in cents: all pieces of a line together cost what was paid for it, to the cent.
 */
export function centsOfPieces({ quantity, refundable, paidCents }: Line & { paidCents: number }, more: number) {
  const before = quantity - refundable
  const shareOf = (count: number) => Math.floor((paidCents * count) / quantity)
  return shareOf(before + more) - shareOf(before)
}

/** The same of a line as an answer of the API shows it, `paid` in dollars. */
export const valueOfPieces = ({ paid, ...line }: Line & { paid: number }, more: number) =>
  centsOfPieces({ ...line, paidCents: Math.round(paid * 100) }, more)
