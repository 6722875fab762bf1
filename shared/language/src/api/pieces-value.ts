/** A line of an order: its pieces, those without a refund, and what was paid for the whole line. */
type Line = Readonly<{ quantity: number; refundable: number }>

/** The share of `more` further pieces in what was paid for a line, in cents. The shares of all pieces add up to the cent. */
export function centsOfPieces({ quantity, refundable, paidCents }: Line & { paidCents: number }, more: number) {
  const before = quantity - refundable
  const shareOf = (count: number) => Math.floor((paidCents * count) / quantity)
  return shareOf(before + more) - shareOf(before)
}

/** The same for a line of an API answer, where `paid` is in dollars. */
export const valueOfPieces = ({ paid, ...line }: Line & { paid: number }, more: number) =>
  centsOfPieces({ ...line, paidCents: Math.round(paid * 100) }, more)
