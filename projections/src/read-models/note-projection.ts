import { type NoteDocument, notes } from '@shop/language/customer/notes-document'
import { insert, type Projection, remove, whenErased } from '../projection.ts'

export const noteProjection: Projection<NoteDocument> = {
  into: notes,
  failure: 'park',
  on: {
    // `text` is null if the customer was erased.
    NoteWritten: ({ data: { noteId, text, ...note } }) =>
      text === null ? remove(noteId) : insert<NoteDocument>(noteId, { ...note, _id: noteId, text }),
    ...whenErased<NoteDocument>('customerId', () => undefined),
  },
}
