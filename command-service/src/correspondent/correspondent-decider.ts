import {
  CorrespondentErased,
  type CorrespondentEvent,
  CorrespondentKeyDestroyed,
  CorrespondentMet,
} from '@shop/language/correspondence/events'
import type { Decider } from '../handler/decider.ts'

export type Correspondent = Readonly<{
  /** Undefined before a person gives this address, and after that person's erasure. */
  correspondentId: string | undefined
  /** Empty once the key is destroyed. */
  email: string
  /** Erased correspondents whose key may still exist. */
  erased: readonly string[]
}>

export type CorrespondentCommand = Readonly<{ correspondentId: string; emailKey: string }> &
  (Readonly<{ type: 'Meet'; email: string }> | Readonly<{ type: 'Erase' | 'NoteKeyDestroyed' }>)

export const correspondentDecider: Decider<Correspondent, CorrespondentCommand, CorrespondentEvent> = {
  initialState: { correspondentId: undefined, email: '', erased: [] },

  isGuarded: () => true,

  evolve(correspondent, { type, data }) {
    const { correspondentId } = data
    switch (type) {
      case 'CorrespondentMet':
        return { ...correspondent, correspondentId, email: data.email ?? '' }
      case 'CorrespondentErased':
        return { correspondentId: undefined, email: '', erased: [...correspondent.erased, correspondentId] }
      case 'CorrespondentKeyDestroyed':
        return { ...correspondent, erased: correspondent.erased.filter((id) => id !== correspondentId) }
    }
  },

  decide(command, { correspondentId: known, erased }) {
    const { type, correspondentId, emailKey } = command
    const which = { correspondentId, emailKey }
    switch (type) {
      case 'Meet':
        return known === undefined ? [CorrespondentMet({ ...which, email: command.email })] : []
      case 'Erase':
        return known === correspondentId ? [CorrespondentErased(which)] : []
      case 'NoteKeyDestroyed':
        return erased.includes(correspondentId) ? [CorrespondentKeyDestroyed(which)] : []
    }
  },
}
