import type { ProcessManager } from '../process-manager.ts'

/** An erased person's key and e-mail go with the account, whatever became of the request (decisions C14). */
export const finishErasure: ProcessManager = {
  name: 'finish-erasure@1',
  on: {
    AccountErased: ({ data: { accountId, emailKey } }) => [{ command: { type: 'FinishErasure', accountId, emailKey } }],
  },
}
