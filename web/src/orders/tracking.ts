/** TABLE: the tracking pages of carriers that can be recognized by the form of their numbers. */
const carriers: readonly { shape: RegExp; at: string }[] = [
  { shape: /^1Z[0-9A-Z]{16}$/, at: 'https://www.ups.com/track?tracknum=' },
  { shape: /^9[0-9]{19,21}$/, at: 'https://tools.usps.com/go/TrackConfirmAction?tLabels=' },
]

/** The tracking page of the carrier, or else of a site that queries all carriers. */
export function trackingLink(trackingNumber: string): string {
  const number = trackingNumber.replace(/[\s-]/g, '').toUpperCase()
  const at = carriers.find(({ shape }) => shape.test(number))?.at ?? 'https://t.17track.net/en#nums='
  return at + encodeURIComponent(number)
}
