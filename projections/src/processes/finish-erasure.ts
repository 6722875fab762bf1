import type { ProcessManager } from '../process-manager.ts'

/**
 * Destroys an erased person's key and releases the email address of their account, even if the request that erases them dies (decisions
 * C14: erasing an account).
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
