import { type CorrespondenceDocument, correspondence } from '@shop/language/correspondence/document'
import { insert, type Projection, remove, update, updateWhere, upsert } from '../projection.ts'

export const correspondenceProjection: Projection<CorrespondenceDocument> = {
  into: correspondence,
  failure: 'park',
  on: {
    // If the correspondent was erased, the texts cannot be read, and a rebuild makes no document.
    MessageReceived: ({ data: { messageId, name, text, ...of }, metadata }) =>
      name === null || text === null
        ? remove(messageId)
        : insert<CorrespondenceDocument>(messageId, {
            ...of,
            _id: messageId,
            kind: 'message',
            name,
            text,
            at: metadata.recordedAt,
          }),
    // A person who has already confirmed the subscription need not confirm it again.
    NewsletterRequested: ({ data, metadata: { recordedAt: at } }) =>
      upsert<CorrespondenceDocument>(data.emailKey, (before) =>
        before?.kind === 'newsletter' && before.isConfirmed && before.correspondentId === data.correspondentId
          ? before
          : { ...data, _id: data.emailKey, kind: 'newsletter', isConfirmed: false, at },
      ),
    NewsletterConfirmed: ({ data, metadata: { recordedAt: at } }) =>
      update<CorrespondenceDocument>(data.emailKey, (before) => ({
        ...data,
        _id: before._id,
        kind: 'newsletter',
        isConfirmed: true,
        at,
      })),
    NewsletterLeft: ({ data }) => remove(data.emailKey),
    CorrespondentErased: ({ data }) => without(data.correspondentId),
    CorrespondentKeyDestroyed: ({ data }) => without(data.correspondentId),
  },
}

const without = (correspondentId: string) =>
  updateWhere<CorrespondenceDocument>('correspondentId', correspondentId, () => undefined)
