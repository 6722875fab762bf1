/** Addresses of pages for mails, which are read elsewhere: whole ones. */
export type Links = ReturnType<typeof createLinks>

/** `origin` is where the shop is for its customers, as `https://shop.example`. */
export const createLinks = (origin: string) => {
  const base = origin.replace(/\/+$/, '')
  return {
    home: `${base}/`,
    profile: `${base}/profile`,
    orders: `${base}/my-orders`,
    order: (orderId: string) => `${base}/order/${orderId}`,
  }
}
