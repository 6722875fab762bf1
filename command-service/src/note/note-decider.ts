import { type NoteEvent, NoteWritten } from '@shop/language/customer/note-events'
import { ShopError } from '@shop/language/errors'
import type { Decider } from '../handler/decider.ts'

type Note = NoteEvent['data']
export type Notes = Readonly<{ count: number; last: Note | undefined }>

export type NoteCommand = { type: 'Write'; note: Note & { text: string } }

const MOST_NOTES = 500

export const noteDecider: Decider<Notes, NoteCommand, NoteEvent> = {
  initialState: { count: 0, last: undefined },

  evolve: ({ count }, { data }) => ({ count: count + 1, last: data }),

  decide({ note }, { count }) {
    if (count >= MOST_NOTES)
      throw new ShopError('CONFLICT', `This customer has ${MOST_NOTES} notes already. That is the limit`)
    return [NoteWritten(note)]
  },
}
