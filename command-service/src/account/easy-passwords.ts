import { Password } from '@shop/language/account/api'
import { invalidField } from '@shop/language/errors'
import { isOwnWith, isRepeated, isRun, type Person, wordIn } from './password-patterns.ts'

let known: Promise<ReadonlySet<string>> | undefined

/** A password must not consist only of these words with digits and signs. */
const OF_THE_SHOP =
  /^(?:selvedge|shop|store|demo|clothing|clothes|fashion|garment|admin|administrator|analyst|customer|user|guest|owner|root|password|login|welcome)+$/

const INSTEAD = 'Choose a longer password, for example three unrelated words'

/** Throws VALIDATION_FAILED for a password that attackers try first (decisions C11 and A2: refused passwords). */
export async function refuseEasy(password: string, of: Person, path = 'password') {
  const why = reasonIn(password, of) ?? ((await isListed(password)) ? 'is one that attackers try first' : undefined)
  if (why) throw invalidField(path, `This password ${why}. ${INSTEAD}`)
}

/** Throws an error that names the broken rule. */
export async function operatorsPassword(given: string, of: Person): Promise<string> {
  const { data: password, error } = Password.safeParse(given)
  if (error) throw new Error(error.issues.map(({ message }) => message).join('. '))
  await refuseEasy(password, of)
  return password
}

function reasonIn(password: string, of: Person): string | undefined {
  if (OF_THE_SHOP.test(password.toLowerCase().replaceAll(/[^\p{L}]/gu, '')))
    return 'consists only of words that attackers try first'
  if (isRepeated(password)) return 'repeats itself'
  if (isRun(password)) return 'is a run of letters, digits or keys'
  return isOwnWith(password, of) ? 'is little more than your name or email address' : undefined
}

async function isListed(password: string): Promise<boolean> {
  known ??= load()
  const listed = await known
  return listed.has(password.toLowerCase()) || listed.has(wordIn(password))
}

/** Loading the lists at the start would make every start slower. */
async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set([...dictionary['passwords-common'], ...dictionary['diceware-common']])
}
