/** Answer of GET /api/config: what a built client cannot know. */
export type ShopConfig = {
  currency: 'USD'
  /** The cart's own symbol (decisions M8). */
  cartCurrencySymbol: string
  payment: {
    clientId: string
    /** Address of the provider's browser script. */
    sdkUrl: string
    /** True when no money moves: shown as "Test payments". */
    simulated: boolean
  }
}
