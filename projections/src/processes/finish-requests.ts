import type { FollowUp, ProcessManager } from '../process-manager.ts'

/**
 * Finishes an erasure, even if the request's process dies: destroys the person's key and releases the e-mail address (decisions C14:
 * erasing an account).
 */
export const finishErasure: ProcessManager = {
  name: 'finish-erasure@1',
  on: {
    AccountErased: ({ data: { accountId, emailKey } }) => [{ command: { type: 'FinishErasure', accountId, emailKey } }],
    CorrespondentErased: ({ data: { correspondentId, emailKey } }) => [
      { command: { type: 'EraseCorrespondent', correspondentId, emailKey } },
    ],
  },
}

/** Finishes merging a guest's cart, even if the request's process dies. */
export const finishMerge: ProcessManager = {
  // The name must stay, because earlier releases have stored the checkpoint under this name.
  name: 'close-guest-cart@1',
  on: {
    GuestCartHandedOver: ({ data: { ownerId } }) => [{ command: { type: 'FinishMerge', guestId: ownerId } }],
    GuestCartMerged: ({ data: { guestId, ownerId, handover } }) =>
      handover === 0 ? [{ command: { type: 'CloseGuestCart', guestId, mergedInto: ownerId } }] : [],
  },
}

type Taken = Readonly<{ formerName?: string; name: string; authorId: string; savedAt: string }>

const endOldName = ({ formerName, name: newName, authorId: byId, savedAt: renamedAt }: Taken): readonly FollowUp[] =>
  formerName === undefined
    ? []
    : [{ command: { type: 'FinishRename', name: formerName, newName, byId, renamedAt }, delayMs: 10_000 }]

/** Finishes a rename of a question or a rule, even if the request's process dies. */
export const finishRename: ProcessManager = {
  name: 'finish-rename@1',
  on: { QuestionKept: ({ data }) => endOldName(data), RuleKept: ({ data }) => endOldName(data) },
}

/** Acts on webhooks, even if the process that received them dies. */
export const followSignals: ProcessManager = {
  name: 'follow-signals@1',
  on: { SignalReceived: ({ data: signal }) => [{ command: { type: 'FollowSignal', signal } }] },
}
