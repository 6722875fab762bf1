import type { OwnData } from '../api/account.ts'
import type { CorrespondenceDocument } from '../read-models/correspondence.ts'

/** What came from an address without an account, for its owner. The documents are newest first. */
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
