/** A time as PayPal writes it. */
export const wholeSeconds = (time: Date) => time.toISOString().replace(/\.\d+/, '')
