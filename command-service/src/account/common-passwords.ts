import { invalidField } from '@shop/language/errors'

let known: Promise<ReadonlySet<string>> | undefined

/** Of any of these words alone nobody makes a password, whatever the case and the digits and signs between them. */
const OF_THE_SHOP =
  /^(?:selvedge|shop|store|demo|clothing|clothes|fashion|garment|admin|administrator|analyst|customer|user|guest|owner|root|password|login|welcome)+$/

/** Throws VALIDATION_FAILED for one of the most common passwords (decisions C11), and for one of the shop's own words. */
export async function refuseCommon(password: string, path = 'password') {
  if (OF_THE_SHOP.test(password.toLowerCase().replaceAll(/[^\p{L}]/gu, '')))
    throw invalidField(path, 'This password is made of nothing but words of the shop')
  known ??= load()
  if (!(await known).has(password.toLowerCase())) return
  throw invalidField(path, 'This password is one of the most common ones')
}

/** Loaded at the first registration: the list would slow down every start. */
async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'])
}
