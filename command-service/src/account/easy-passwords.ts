import { Password } from '@shop/language/api/account'
import { invalidField } from '@shop/language/errors'
import { isOwnWith, isRepeated, isRun, type Person, wordIn } from './password-patterns.ts'

let known: Promise<ReadonlySet<string>> | undefined

/** Of any of these words alone nobody makes a password, whatever the case and the digits and signs between them. */
const OF_THE_SHOP =
  /^(?:selvedge|shop|store|demo|clothing|clothes|fashion|garment|admin|administrator|analyst|customer|user|guest|owner|root|password|login|welcome)+$/

const INSTEAD = 'Choose a longer one, for example of three words that have nothing to do with each other'

/**
 * Throws VALIDATION_FAILED for a password that is guessed first (decisions C11, A2): a common one, or a word of the lists with a few digits and
 * signs around it; the shop's own words; a repeated block; runs of letters, digits or keys; the name or address of the account.
 */
export async function refuseEasy(password: string, of: Person, path = 'password') {
  const why =
    reasonIn(password, of) ?? ((await isListed(password)) ? 'is one of those that are tried first' : undefined)
  if (why) throw invalidField(path, `This password ${why}. ${INSTEAD}`)
}

/** A password that an operator has chosen for an account, by the same rules. Throws what is wrong with it. */
export async function operatorsPassword(given: string, of: Person): Promise<string> {
  const { data: password, error } = Password.safeParse(given)
  if (error) throw new Error(error.issues.map(({ message }) => message).join('. '))
  await refuseEasy(password, of)
  return password
}

function reasonIn(password: string, of: Person): string | undefined {
  if (OF_THE_SHOP.test(password.toLowerCase().replaceAll(/[^\p{L}]/gu, '')))
    return 'is made of nothing but words of the shop'
  if (isRepeated(password)) return 'repeats itself'
  if (isRun(password)) return 'is a run of letters, digits or keys'
  return isOwnWith(password, of) ? 'is your name or address with little more' : undefined
}

async function isListed(password: string): Promise<boolean> {
  known ??= load()
  const listed = await known
  return listed.has(password.toLowerCase()) || listed.has(wordIn(password))
}

/** Loaded at the first registration: the lists would slow down every start. */
async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set([...dictionary['passwords-common'], ...dictionary['diceware-common']])
}
