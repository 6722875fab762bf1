/** A buyer has three hours to approve an order at PayPal. So four hours after the checkout's expiry, no more money can come. */
export const MONEY_MAY_COME_MS = 4 * 60 * 60_000

/** Whether a begun payment of the checkout can still be approved. */
export const moneyMayCome = (expiresAt: string, nowMs: number) => nowMs < Date.parse(expiresAt) + MONEY_MAY_COME_MS
