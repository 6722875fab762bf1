/** Absolute addresses, because mails are read outside the shop. */
export type Links = ReturnType<typeof createLinks>

const TOKEN = 'token'

export const withoutTokens = (text: string) => text.replaceAll(new RegExp(`#${TOKEN}=[^\\s]+`, 'g'), '#…')

export const createLinks = (origin: string) => {
  const base = origin.replace(/\/+$/, '')
  return {
    home: `${base}/`,
    /** The token comes after `#`, because a browser sends that part to no server. */
    resetPassword: (token: string) => `${base}/reset-password#${TOKEN}=${token}`,
    confirmEmail: (token: string) => `${base}/confirm-email#${TOKEN}=${token}`,
    confirmNewsletter: (token: string) => `${base}/newsletter#${TOKEN}=${token}`,
    leaveNewsletter: (token: string) => `${base}/newsletter#${TOKEN}=${token}&leave`,
    contact: `${base}/contact`,
    profile: `${base}/profile`,
    orders: `${base}/my-orders`,
    answer: (question: string, version: number, asOf: string) =>
      `${base}/analysis/questions?${new URLSearchParams({ question, version: String(version), asOf, run: 'yes' })}`,
    order: (orderId: string) => `${base}/order/${orderId}`,
  }
}
