import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'
import type { PaymentsUse } from './payments-account.ts'

/** The message that the operator gets for this environment. */
const complaint = (environment: Record<string, string>, payments?: PaymentsUse) => {
  try {
    readConfig(environment, payments)
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
  return 'none'
}

const paypal = {
  PAYPAL_CLIENT_ID: 'id',
  PAYPAL_CLIENT_SECRET: 'secret',
  PAYPAL_MERCHANT_ID: 'us',
  PAYPAL_WEBHOOK_ID: '9XL90610J3647323C',
}

test('without any variables, the shop is for this machine only and takes test payments', () => {
  expect(readConfig({})).toEqual({
    host: '127.0.0.1',
    port: 3000,
    dataFolder: './data',
    uploadsFolder: 'data/uploads',
    demoPicturesFolder: 'data/demo-pictures',
    trailFolder: 'data/trail',
    stores: {
      events: 'sqlite:data/events.db',
      keys: 'sqlite:data/keys.db',
      readModels: 'sqlite:data/read-models.db',
      jobs: 'sqlite:data/jobs.db',
      snapshots: 'sqlite:data/snapshots.db',
      counters: 'memory:',
    },
    rooms: { commands: [], queries: [], analysis: undefined },
    analysis: true,
    acceptedReadModels: [],
    admin: { email: 'admin@selvedge.example', password: undefined },
    tokenSecret: undefined,
    payments: { simulated: true, baseUrl: undefined },
    mail: {
      address: 'outbox:data/outbox',
      from: 'Selvedge <shop@selvedge.example>',
      contact: 'admin@selvedge.example',
      timeZone: 'UTC',
    },
    corsOrigins: [],
    trustProxy: false,
    checkoutTtlMs: 1_800_000,
    cartCurrencySymbol: '$',
    demo: true,
    firstStart: false,
    rateLimits: true,
    simulatorFaults: false,
    isProduction: false,
  })
})

test('an empty variable counts as a variable that is not set', () => {
  expect(readConfig({ PORT: '', TOKEN_SECRET: '', PAYPAL_CLIENT_ID: '' })).toEqual(readConfig({}))
})

test.each([
  ['PORT', '80 80', 'PORT: enter a whole number from 0 to 65535'],
  ['PORT', '70000', 'PORT: enter a whole number from 0 to 65535'],
  ['TIME_ZONE', 'Europe/Nowhere', 'TIME_ZONE: enter a time zone like Europe/Berlin'],
  ['HOST', 'http://x', 'HOST: enter a host name or an address'],
  ['ADMIN_EMAIL', 'root', 'ADMIN_EMAIL: enter an e-mail address'],
  ['CONTACT_EMAIL', 'root', 'CONTACT_EMAIL: enter an e-mail address'],
  ['ADMIN_PASSWORD', 'short', 'ADMIN_PASSWORD: at least 8 characters'],
  ['TOKEN_SECRET', 'x'.repeat(31), 'TOKEN_SECRET: enter at least 32 bytes'],
  ['PAYPAL_BASE_URL', 'paypal', 'PAYPAL_BASE_URL: enter an http or https address'],
  ['CORS_ORIGINS', '*', 'CORS_ORIGINS: enter origins like https://shop.example, separated by commas'],
  ['CORS_ORIGINS', 'https://a.test/', 'CORS_ORIGINS: enter origins like https://shop.example, separated by commas'],
  ['EVENT_STORE_URL', 'postgres://x', 'EVENT_STORE_URL: enter esdb://… or sqlite:'],
  ['JOB_QUEUE_URL', 'redis:', 'JOB_QUEUE_URL: enter redis://… or sqlite:'],
  ['COUNTER_STORE_URL', 'sqlite:', 'COUNTER_STORE_URL: enter redis://… or memory:'],
  ['COMMAND_URL', 'http://a:1/,b', 'COMMAND_URL: enter addresses like http://rooms.internal:3001, separated by commas'],
  ['ANALYSIS_URL', 'http://a:1,http://b:1', 'ANALYSIS_URL: enter one address like http://rooms.internal:3001'],
  ['PAYPAL_CA', 'no certificate', 'PAYPAL_CA: enter certificates in PEM'],
  ['PAYPAL_CA_FILE', '/no/such/file', 'PAYPAL_CA_FILE: /no/such/file cannot be read (ENOENT)'],
  ['TOKEN_SECRET_FILE', '/no/such/file', 'TOKEN_SECRET_FILE: /no/such/file cannot be read (ENOENT)'],
  ['CHECKOUT_TTL_SECONDS', '0', 'CHECKOUT_TTL_SECONDS: enter a whole number from 1 to 86400'],
  ['CART_CURRENCY_SYMBOL', 'rupee', 'CART_CURRENCY_SYMBOL: at most 4 characters'],
  ['RELEASE', 'x'.repeat(101), 'RELEASE: at most 100 characters'],
  ['NODE_ENV', 'Production', "NODE_ENV: enter 'production', 'development' or 'test'"],
  ['DEMO', 'no', "DEMO: enter 'on' or 'off'"],
  ['RATE_LIMITS', '0', "RATE_LIMITS: enter 'on' or 'off'"],
])('%s=%s is refused in one line', (name, value, line) => {
  expect(complaint({ [name]: value })).toBe(line)
})

test('each wrong variable has a line of its own, and no line repeats a value', () => {
  const lines = complaint({ PORT: 'abc', TOKEN_SECRET: 'hunter2', ADMIN_PASSWORD: 'pass' }).split('\n')
  expect(lines).toHaveLength(3)
  expect(lines.join()).not.toMatch(/abc|hunter2|"pass/)
})

test.each([{ NODE_ENV: 'production', ALLOW_SIMULATED_PAYMENTS: 'true' }, paypal])(
  'with %j, planned faults are refused',
  (given) => {
    expect(complaint({ ...given, SIMULATOR_FAULTS: 'on' })).toMatch(
      /^SIMULATOR_FAULTS: planned faults are only for tests/,
    )
  },
)

test('PayPal needs its secret', () => {
  expect(complaint({ PAYPAL_CLIENT_ID: 'id' })).toBe('PAYPAL_CLIENT_SECRET: set it, because PAYPAL_CLIENT_ID is set')
  expect(readConfig(paypal).payments).toEqual({
    simulated: false,
    baseUrl: 'https://api-m.paypal.com',
    clientId: 'id',
    clientSecret: 'secret',
    merchantId: 'us',
    webhookId: '9XL90610J3647323C',
  })
})

test.each([
  { PAYPAL_CLIENT_SECRET: 'secret' },
  { PAYPAL_MERCHANT_ID: 'us' },
  { PAYPAL_WEBHOOK_ID: 'hook' },
  { PAYPAL_BASE_URL: 'https://api-m.sandbox.paypal.com' },
  { PAYPAL_CLIENT_ID_FILE: '/dev/null' },
])('%j without the id of the account is refused, so that no shop takes test payments by mistake', (given) => {
  const line = `PAYPAL_CLIENT_ID: set it, because ${Object.keys(given)[0]} is set`
  for (const use of ['taken', 'shown'] as const)
    expect(complaint({ ...given, ALLOW_SIMULATED_PAYMENTS: 'true' }, use)).toBe(line)
  expect(complaint(given, 'none')).toBe('none')
})

test('the simulator may have an address, a file may hold no secret, and an account may have any variable', () => {
  const simulator = { PAYPAL_BASE_URL: 'http://paypal-simulator:3000', PAYPAL_CLIENT_SECRET_FILE: '/dev/null' }
  expect(complaint(simulator)).toBe('none')
  expect(complaint({ ...paypal, PAYPAL_BASE_URL: 'https://api-m.sandbox.paypal.com' })).toBe('none')
})

test('production refuses test payments unless they are allowed', () => {
  expect(complaint({ NODE_ENV: 'production' })).toMatch(/^PAYPAL_CLIENT_ID: production needs it/)
  expect(complaint({ NODE_ENV: 'production', ALLOW_SIMULATED_PAYMENTS: 'true' })).toBe('none')
  expect(complaint({ NODE_ENV: 'production', ...paypal })).toBe('none')
  expect(complaint({ NODE_ENV: 'production', ...paypal, PAYPAL_WEBHOOK_ID: '' })).toMatch(
    /^PAYPAL_WEBHOOK_ID: set it, because production/,
  )
})

const OPEN = 'lets other people buy, but without PAYPAL_CLIENT_ID no money moves'

test.each([
  [{ PUBLISH: '0.0.0.0:80' }, `PUBLISH: 0.0.0.0:80 ${OPEN}`],
  [{ PUBLISH: '3000' }, `PUBLISH: 3000 ${OPEN}`],
  [{ PUBLISH: '192.0.2.1:3000', ALLOW_SIMULATED_PAYMENTS: 'loopback' }, `PUBLISH: 192.0.2.1:3000 ${OPEN}`],
  [{ PUBLISH: '127.0.0.1.evil.test:80' }, `PUBLISH: 127.0.0.1.evil.test:80 ${OPEN}`],
  [{ HOST: '0.0.0.0', ALLOW_SIMULATED_PAYMENTS: 'loopback' }, `HOST: 0.0.0.0 ${OPEN}`],
  [
    { PUBLIC_ORIGIN: 'https://shop.example', ALLOW_SIMULATED_PAYMENTS: 'loopback' },
    `PUBLIC_ORIGIN: https://shop.example ${OPEN}`,
  ],
  [{ TRUST_PROXY: 'on', ALLOW_SIMULATED_PAYMENTS: 'loopback' }, `TRUST_PROXY: a proxy ${OPEN}`],
])('test payments that are not allowed are refused if %j lets others buy', (environment, line) => {
  for (const NODE_ENV of ['production', 'development']) {
    expect(complaint({ ...environment, NODE_ENV })).toContain(line)
    expect(complaint({ ...environment, NODE_ENV }, 'shown')).toContain(line)
    expect(complaint({ ...environment, NODE_ENV, ALLOW_SIMULATED_PAYMENTS: 'on' })).toBe('none')
    expect(complaint({ ...environment, NODE_ENV, ...paypal })).toBe('none')
  }
})

test('a shop that only its own machine can reach may take test money, even in production', () => {
  const alone = { NODE_ENV: 'production', ALLOW_SIMULATED_PAYMENTS: 'loopback' }
  expect(complaint(alone)).toBe('none')
  for (const PUBLISH of ['127.0.0.1:3000', '[::1]:3000', 'localhost:3000', '127.0.0.2:'])
    expect(complaint({ ...alone, PUBLISH, HOST: '0.0.0.0', PUBLIC_ORIGIN: 'http://localhost:3000' })).toBe('none')
  expect(complaint({ ALLOW_SIMULATED_PAYMENTS: 'perhaps' })).toBe(
    "ALLOW_SIMULATED_PAYMENTS: enter 'on', 'off' or 'loopback'",
  )
})

test('a process that only shows how to pay needs no PayPal secret, and a process without payments needs no account', () => {
  expect(complaint({ PAYPAL_CLIENT_ID: 'id' }, 'shown')).toBe('none')
  expect(complaint({ NODE_ENV: 'production' }, 'shown')).toMatch(/^PAYPAL_CLIENT_ID: production needs it/)
  expect(complaint({ PAYPAL_CLIENT_ID: 'id' }, 'none')).toBe('none')
  expect(complaint({ NODE_ENV: 'production' }, 'none')).toBe('none')
})

test('each store may have its own address, in any combination', () => {
  const { stores, rooms } = readConfig({
    EVENT_STORE_URL: 'esdb://log:2113?tls=false',
    READ_STORE_URL: 'mongodb://models/read',
    JOB_QUEUE_URL: 'rediss://jobs',
    QUERY_URL: 'http://one:3002, http://two:3002',
  })
  expect(stores).toEqual({
    events: 'esdb://log:2113?tls=false',
    keys: 'sqlite:data/keys.db',
    readModels: 'mongodb://models/read',
    jobs: 'rediss://jobs',
    counters: 'rediss://jobs',
    snapshots: 'sqlite:data/snapshots.db',
  })
  expect(rooms.queries).toEqual(['http://one:3002', 'http://two:3002'])
})

test('limits are counted in the Redis of the jobs, in another Redis, in memory, or not at all', () => {
  const countersWith = (environment: Record<string, string>) => readConfig(environment).stores.counters
  const jobs = { JOB_QUEUE_URL: 'redis://jobs' }
  expect(countersWith({ ...jobs, COUNTER_STORE_URL: 'redis://counts' })).toBe('redis://counts')
  expect(countersWith({ ...jobs, COUNTER_STORE_URL: 'memory:' })).toBe('memory:')
  expect(countersWith({ ...jobs, RATE_LIMITS: 'off' })).toBe('unlimited:')
})

test('keys cannot be in the database of the read models', () => {
  const address = 'mongodb://models/shop'
  expect(complaint({ READ_STORE_URL: address, KEY_STORE_URL: address })).toMatch(
    /^KEY_STORE_URL: use a separate database/,
  )
})

test('the value of a variable can be read from a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'selvedge-config-'))
  const file = join(folder, 'secret')
  writeFileSync(file, `${'s'.repeat(32)}\n`)
  expect(readConfig({ TOKEN_SECRET_FILE: file }).tokenSecret).toBe('s'.repeat(32))
  rmSync(folder, { recursive: true })
})

test('without a mail server, mails go to the data folder; a mail server also needs a sender and the shop’s address', () => {
  expect(readConfig({ DATA_DIR: '/d' }).mail).toEqual({
    address: 'outbox:/d/outbox',
    from: 'Selvedge <shop@selvedge.example>',
    contact: 'admin@selvedge.example',
    timeZone: 'UTC',
  })
  expect(readConfig({ ADMIN_EMAIL: 'root@shop.example' }).mail.contact).toBe('root@shop.example')
  expect(readConfig({ CONTACT_EMAIL: 'hello@shop.example' }).mail.contact).toBe('hello@shop.example')
  const server = { MAIL_URL: 'smtps://shop:pass@mail.example', MAIL_FROM: 'Shop <shop@shop.example>' }
  const origin = { PUBLIC_ORIGIN: 'https://shop.example', ALLOW_SIMULATED_PAYMENTS: 'true' }
  expect(readConfig({ ...server, ...origin }).mail).toMatchObject({ address: server.MAIL_URL, from: server.MAIL_FROM })
  // This is a secret that is mounted but empty.
  expect(readConfig({ MAIL_URL_FILE: '/dev/null' }).mail).toEqual(readConfig({}).mail)
  expect(complaint({ ...origin, MAIL_URL: server.MAIL_URL })).toBe(
    'MAIL_FROM: MAIL_URL needs it as the sender of the mails',
  )
  expect(complaint(server)).toBe('PUBLIC_ORIGIN: MAIL_URL needs it for the links in the mails')
  expect(complaint({ MAIL_URL: 'http://mail.example' })).toMatch(/^MAIL_URL: enter smtp:/)
  expect(complaint({ MAIL_FROM: 'Shop <shop@shop.example>\nBcc: <a@b.c>' })).toMatch(/^MAIL_FROM: enter an address/)
})
