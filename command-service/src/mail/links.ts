/** Addresses of pages for mails, which are read elsewhere: whole ones. */
export type Links = ReturnType<typeof createLinks>

const TOKEN = 'token'

/** A mail's text without what its links open. */
export const withoutTokens = (text: string) => text.replaceAll(new RegExp(`#${TOKEN}=[^\\s]+`, 'g'), '#…')

/** `origin` is where the shop is for its customers, as `https://shop.example`. */
export const createLinks = (origin: string) => {
  const base = origin.replace(/\/+$/, '')
  return {
    home: `${base}/`,
    /** What opens something stands behind `#`: browsers send that to no server. */
    resetPassword: (token: string) => `${base}/reset-password#${TOKEN}=${token}`,
    confirmEmail: (token: string) => `${base}/confirm-email#${TOKEN}=${token}`,
    confirmNewsletter: (token: string) => `${base}/newsletter#${TOKEN}=${token}`,
    leaveNewsletter: (token: string) => `${base}/newsletter#${TOKEN}=${token}&leave`,
    profile: `${base}/profile`,
    orders: `${base}/my-orders`,
    order: (orderId: string) => `${base}/order/${orderId}`,
  }
}
