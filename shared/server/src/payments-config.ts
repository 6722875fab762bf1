import { createHmac } from 'node:crypto'
import type { ShopConfig } from '@shop/language/api/shop-config'
import type { Config } from './config.ts'

/** Where the browser finds the simulator under the shop's own address. */
export const SIMULATOR_PATH = '/simulator/paypal'

const PAYPAL_SDK = 'https://www.paypal.com/sdk/js'
const TEST_CLIENT_ID = 'selvedge-test-payments'

/** What the shop and its simulator know each other by, made from the secret that both have. */
export const simulatorCredentials = (tokenSecret: string) => ({
  clientId: TEST_CLIENT_ID,
  clientSecret: createHmac('sha256', tokenSecret).update('paypal-simulator').digest('base64url'),
  merchantId: 'SELVEDGETEST1',
})

/** What a built client cannot know. */
export const shopConfigOf = ({ payments, cartCurrencySymbol }: Config): ShopConfig => ({
  currency: 'USD',
  cartCurrencySymbol,
  payment: payments.simulated
    ? { clientId: TEST_CLIENT_ID, sdkUrl: `${SIMULATOR_PATH}/sdk/js`, simulated: true }
    : { clientId: payments.clientId, sdkUrl: PAYPAL_SDK, simulated: false },
})
