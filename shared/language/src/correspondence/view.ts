import type { OwnData } from '../account/api.ts'
import type { CorrespondenceDocument } from './document.ts'

/** The messages and the newsletter of an e-mail address. `documents` must be sorted newest first. */
export function correspondenceView(
  documents: readonly CorrespondenceDocument[],
): NonNullable<OwnData['correspondence']> {
  const newsletter = documents.find((one) => one.kind === 'newsletter')
  return {
    ...(newsletter && {
      newsletter: { status: newsletter.isConfirmed ? 'confirmed' : 'asked for', since: newsletter.at },
    }),
    messages: documents.flatMap((one) =>
      one.kind === 'message' ? { sentAt: one.at, name: one.name, text: one.text } : [],
    ),
  }
}
