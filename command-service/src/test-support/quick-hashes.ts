import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

const { argon2 } = crypto
/** The least that argon2id can be told to do: a two-hundredth of what the shop tells it. */
const LEAST = { memory: 8, passes: 1 }

/*
 * Loaded before a shop of the tests: tests make hundreds of accounts, and what a hash costs is tried where that is what
 * matters, with PASSWORD_HASHES=real. It is hung on what the shop calls, with NODE_ENV=test alone: the shop itself has neither a
 * line nor a setting for it.
 */
if (process.env.NODE_ENV === 'test') {
  crypto.argon2 = (algorithm, parameters, callback) =>
    argon2(algorithm, process.env.PASSWORD_HASHES === 'real' ? parameters : { ...parameters, ...LEAST }, callback)
  syncBuiltinESMExports()
}
