import { createHmac } from 'node:crypto'
import type { ShopConfig } from '@shop/language/shop/api'
import type { Config } from './config.ts'

export const SIMULATOR_PATH = '/simulator/paypal'

const PAYPAL_SDK = 'https://www.paypal.com/sdk/js'
const TEST_CLIENT_ID = 'selvedge-test-payments'

/** The credentials for the simulator, derived from the secret that the simulator shares with the shop. */
export const simulatorCredentials = (tokenSecret: string) => ({
  clientId: TEST_CLIENT_ID,
  clientSecret: createHmac('sha256', tokenSecret).update('paypal-simulator').digest('base64url'),
  merchantId: 'SELVEDGETEST2',
})

export const shopConfigOf = ({ payments, cartCurrencySymbol, trailFolder }: Config): ShopConfig => ({
  currency: 'USD',
  cartCurrencySymbol,
  trail: trailFolder !== undefined,
  payment: payments.simulated
    ? { clientId: TEST_CLIENT_ID, sdkUrl: `${SIMULATOR_PATH}/sdk/js`, simulated: true }
    : {
        clientId: payments.clientId,
        sdkUrl: PAYPAL_SDK,
        ...(payments.merchantId && { merchantId: payments.merchantId }),
        simulated: false,
      },
})
