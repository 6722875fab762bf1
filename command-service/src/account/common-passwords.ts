import { invalidField } from '@shop/language/errors'

let known: Promise<ReadonlySet<string>> | undefined

/** Throws VALIDATION_FAILED for one of the most common passwords (decisions C11). */
export async function refuseCommon(password: string, path = 'password') {
  known ??= load()
  if (!(await known).has(password.toLowerCase())) return
  throw invalidField(path, 'This password is one of the most common ones')
}

/** Loaded at the first registration: the list would slow down every start. */
async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'])
}
