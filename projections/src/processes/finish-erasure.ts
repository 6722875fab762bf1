import type { ProcessManager } from '../process-manager.ts'

/**
 * Finishes an erasure, even if the request for it dies: destroys the person's key and releases the e-mail address (decisions C14: erasing
 * an account).
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
