import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { HOLD_MINUTES } from '@shop/language/limits'
import * as z from 'zod'
import {
  address,
  addresses,
  isOrigin,
  isPem,
  list,
  oneAddress,
  onOrOff,
  origins,
  password,
  secret,
  simulated,
  store,
  whole,
} from './environment-values.ts'
import { lackingForMail, type MailConfig, mailOf, mailVariables } from './mail-config.ts'
import { lackingAccount, type Payments, type PaymentsUse, paymentsOf } from './payments-account.ts'
import { type Stores, storesOf } from './stores-config.ts'

/** Contains secrets, and is never printed. */
export type Config = Readonly<{
  host: string
  port: number
  dataFolder: string
  uploadsFolder: string
  /** The folder may be deleted at any time. */
  demoPicturesFolder: string
  /** Undefined: no trail is written. */
  trailFolder: string | undefined
  /** By default files in the data folder, but counters in memory. */
  stores: Stores
  rooms: Readonly<{ commands: readonly string[]; queries: readonly string[]; analysis: string | undefined }>
  /** Whether a shop in one process also starts the analysis room, if it is installed. */
  analysis: boolean
  admin: Readonly<{ email: string; password: string | undefined }>
  /** Undefined: a secret is created and stored in the data folder. */
  tokenSecret: string | undefined
  payments: Payments
  mail: MailConfig
  /** The shop's address on the internet. Undefined: its pages name no canonical address. */
  publicOrigin: string | undefined
  corsOrigins: readonly string[]
  /** Whether a reverse proxy in front of the shop reports the caller's address. */
  trustProxy: boolean
  checkoutTtlMs: number
  /** Today's date, by which the operator confirms that the clock is right. */
  clockConfirmed: string | undefined
  /** The names of rebuilt read models that go live even if they differ from the former read models. */
  acceptedReadModels: readonly string[]
  cartCurrencySymbol: string
  demo: boolean
  /** Whether the operator wants a new shop even if there is data of an earlier shop. */
  firstStart: boolean
  rateLimits: boolean
  simulatorFaults: boolean
  isProduction: boolean
  /** The operator's name for this release. Undefined: the version of the package is used. */
  release: string | undefined
}>

/** `message` has one line for each invalid variable. */
export class ConfigError extends Error {
  readonly exitCode: number
  constructor(message: string, { exitCode = 1, ...options }: ErrorOptions & { exitCode?: number } = {}) {
    super(message, options)
    this.exitCode = exitCode
  }
}

/** The exit code if stored data cannot be used. Another start would fail too (`EX_CONFIG` of sysexits.h; reliability R18). */
export const UNUSABLE_DATA = 78

type Variables = Readonly<Record<string, string | undefined>>

/** For composition roots only. A variable that the process does not use may be missing. Throws ConfigError. */
export function readConfig(environment: Variables = process.env, payments: PaymentsUse = 'taken'): Config {
  // For a variable that is not set, Compose files and shells pass an empty text.
  const set = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const { data, error } = Environment.safeParse(withSecretFiles(set))
  if (error) throw new ConfigError(error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n'))
  const lacking = lackingAccount(data, payments)
  if (lacking) throw new ConfigError(lacking)
  return {
    host: data.HOST,
    port: data.PORT,
    dataFolder: data.DATA_DIR,
    uploadsFolder: data.UPLOADS_DIR ?? join(data.DATA_DIR, 'uploads'),
    demoPicturesFolder: data.DEMO_PICTURES_DIR ?? join(data.DATA_DIR, 'demo-pictures'),
    trailFolder: data.TRAIL ? (data.TRAIL_DIR ?? join(data.DATA_DIR, 'trail')) : undefined,
    stores: storesOf(data),
    rooms: { commands: data.COMMAND_URL, queries: data.QUERY_URL, analysis: data.ANALYSIS_URL },
    analysis: data.ANALYSIS,
    admin: { email: data.ADMIN_EMAIL, password: data.ADMIN_PASSWORD },
    tokenSecret: data.TOKEN_SECRET,
    payments: paymentsOf(data),
    mail: mailOf(data),
    publicOrigin: data.PUBLIC_ORIGIN,
    corsOrigins: data.CORS_ORIGINS,
    trustProxy: data.TRUST_PROXY,
    checkoutTtlMs: data.CHECKOUT_TTL_SECONDS * 1000,
    acceptedReadModels: data.ACCEPT_READ_MODELS,
    clockConfirmed: data.CLOCK_CONFIRMED,
    cartCurrencySymbol: data.CART_CURRENCY_SYMBOL,
    demo: data.DEMO,
    firstStart: data.FIRST_START === 'yes',
    rateLimits: data.RATE_LIMITS,
    simulatorFaults: data.SIMULATOR_FAULTS,
    isProduction: data.NODE_ENV === 'production',
    release: data.RELEASE,
  }
}

/** With `TOKEN_SECRET_FILE=/run/secrets/token`, `TOKEN_SECRET` is the content of that file. */
function withSecretFiles(set: Variables): Variables {
  const files = Object.keys(Environment.shape).flatMap((name) => {
    const file = set[`${name}_FILE`]
    return file === undefined ? [] : [[name, contentOf(`${name}_FILE`, file)]]
  })
  return { ...set, ...Object.fromEntries(files) }
}

function contentOf(name: string, file: string) {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    throw new ConfigError(`${name}: ${file} cannot be read (${(error as NodeJS.ErrnoException).code})`)
  }
}

const Environment = z
  .object({
    HOST: z
      .string()
      .regex(/^[\w.:-]+$/, 'enter a host name or an address')
      .default('127.0.0.1'),
    PORT: whole(0, 65_535).default(3000),
    PUBLISH: z.string().optional(),
    DATA_DIR: z.string().default('./data'),
    UPLOADS_DIR: z.string().optional(),
    DEMO_PICTURES_DIR: z.string().optional(),
    TRAIL: onOrOff.default(true),
    TRAIL_DIR: z.string().optional(),
    EVENT_STORE_URL: store('esdb'),
    KEY_STORE_URL: store('mongodb'),
    READ_STORE_URL: store('mongodb'),
    JOB_QUEUE_URL: store('redis'),
    SNAPSHOT_STORE_URL: store('mongodb'),
    COUNTER_STORE_URL: z
      .string()
      .regex(/^(memory:$|rediss?:\/\/.)/, 'enter redis://… or memory:')
      .optional(),
    COMMAND_URL: addresses,
    QUERY_URL: addresses,
    ANALYSIS_URL: oneAddress,
    ANALYSIS: onOrOff.default(true),
    ADMIN_EMAIL: z.email('enter an e-mail address').default('admin@selvedge.example'),
    ADMIN_PASSWORD: password.optional(),
    TOKEN_SECRET: secret.optional(),
    PAYPAL_CLIENT_ID: z.string().optional(),
    PAYPAL_CLIENT_SECRET: z.string().optional(),
    PAYPAL_MERCHANT_ID: z.string().optional(),
    PAYPAL_BASE_URL: address('enter an http or https address').optional(),
    PAYPAL_WEBHOOK_ID: z
      .string()
      .regex(/^[A-Za-z0-9]{1,50}$/, 'enter the id that PayPal shows for the webhook')
      .optional(),
    PAYPAL_CA: z.string().refine(isPem, 'enter certificates in PEM').optional(),
    PAYPAL_WEBHOOK_URL: address('enter an http or https address').optional(),
    ...mailVariables,
    ALLOW_SIMULATED_PAYMENTS: simulated,
    NODE_ENV: z.enum(['production', 'development', 'test'], "enter 'production', 'development' or 'test'").optional(),
    RELEASE: z.string().max(100, 'at most 100 characters').optional(),
    PUBLIC_ORIGIN: z.string().refine(isOrigin, 'enter an origin like https://shop.example').optional(),
    CORS_ORIGINS: origins.default([]),
    TRUST_PROXY: onOrOff.default(false),
    CHECKOUT_TTL_SECONDS: whole(1, 86_400).default(HOLD_MINUTES * 60),
    ACCEPT_READ_MODELS: list.default([]),
    CLOCK_CONFIRMED: z.iso.date('enter the date of today, such as 2026-12-31').optional(),
    CART_CURRENCY_SYMBOL: z.string().max(4, 'at most 4 characters').default('$'),
    DEMO: onOrOff.default(true),
    FIRST_START: z.enum(['yes', 'no'], "enter 'yes' or 'no'").default('no'),
    RATE_LIMITS: onOrOff.default(true),
    SIMULATOR_FAULTS: onOrOff.default(false),
  })
  .superRefine((environment, { addIssue }) => {
    const needs = (name: string, message: string) => addIssue({ code: 'custom', path: [name], message })
    const { KEY_STORE_URL, READ_STORE_URL, SIMULATOR_FAULTS, NODE_ENV, PAYPAL_CLIENT_ID } = environment
    if (SIMULATOR_FAULTS && (NODE_ENV === 'production' || PAYPAL_CLIENT_ID))
      needs('SIMULATOR_FAULTS', 'planned faults are only for tests with test payments, not for production')
    for (const [name, message] of lackingForMail(environment)) needs(name, message)
    if (KEY_STORE_URL !== 'sqlite:' && KEY_STORE_URL === READ_STORE_URL)
      needs('KEY_STORE_URL', 'use a separate database, because the read models may be dropped')
  })
