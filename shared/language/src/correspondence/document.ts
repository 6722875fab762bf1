import type { Collection } from '../collection.ts'

/** An erased correspondent has no documents. */
export type CorrespondenceDocument = {
  /** The message's id. For a newsletter, the key of the e-mail address. */
  _id: string
  correspondentId: string
  emailKey: string
  /** When the message came, or when the newsletter was requested or confirmed. */
  at: string
} & ({ kind: 'message'; name: string; text: string } | { kind: 'newsletter'; isConfirmed: boolean })

export const correspondence: Collection<CorrespondenceDocument> = {
  name: 'correspondence@1',
  changedBy: ['users', 'me', 'contact', 'newsletter', 'correspondents'],
  searchedBy: ['correspondentId', 'emailKey', 'at'],
}
