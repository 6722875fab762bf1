import { type CorrespondenceDocument, correspondence } from '@shop/language/read-models/correspondence'
import { insert, type Projection, remove, update, updateWhere, upsert } from '../projection.ts'

export const correspondenceProjection: Projection<CorrespondenceDocument> = {
  into: correspondence,
  failure: 'park',
  on: {
    // A text that cannot be read is that of an erased correspondent, who has no messages in a rebuild.
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
    // Asking again ends no subscription, unless it is somebody else's who had the address before.
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
