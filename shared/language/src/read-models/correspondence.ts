import type { Collection } from './collection.ts'

/** What came from an e-mail address without an account: a message, or its newsletter. What came from an erased correspondent has no document. */
export type CorrespondenceDocument = {
  /** Of a message its id; of the newsletter the key of the address. */
  _id: string
  correspondentId: string
  emailKey: string
  /** When the message came, or the newsletter was asked for or confirmed. */
  at: string
} & ({ kind: 'message'; name: string; text: string } | { kind: 'newsletter'; isConfirmed: boolean })

export const correspondence: Collection<CorrespondenceDocument> = {
  name: 'correspondence@1',
  searchedBy: ['correspondentId', 'emailKey', 'at'],
}
