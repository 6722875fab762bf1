/** A time in PayPal's form. */
export const wholeSeconds = (time: Date) => time.toISOString().replace(/\.\d+/, '')
