import { createHmac, createPrivateKey } from 'node:crypto'

/** STORAGE FORMAT (RFC 8410): what stands before the 32 bytes of an Ed25519 key in PKCS #8. */
const PKCS8_OF_ED25519 = Buffer.from('302e020100300506032b657004220420', 'hex')

/** The webhook's id at the simulator, and the name on its certificate. */
const SIMULATOR_WEBHOOK = { id: 'SIMULATEDWEBHOOK', name: 'webhooks.simulator.invalid' } as const

/**
 * What the shop knows the simulator's webhooks by. Their certificate is issued with a key that is derived from the secret that both share,
 * so the shop knows whom to trust without a file that is handed around. Real payments never trust it.
 */
export const simulatorWebhooks = (clientSecret: string) => ({
  ...SIMULATOR_WEBHOOK,
  authority: createPrivateKey({
    key: Buffer.concat([PKCS8_OF_ED25519, createHmac('sha256', clientSecret).update('webhook authority').digest()]),
    format: 'der',
    type: 'pkcs8',
  }),
})
