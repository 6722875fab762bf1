import type { ProcessManager } from '../process-manager.ts'

/** Destroys an erased person's key and releases their e-mail, also if the request died (decisions C14). */
export const finishErasure: ProcessManager = {
  name: 'finish-erasure@1',
  on: {
    AccountErased: ({ data: { accountId, emailKey } }) => [{ command: { type: 'FinishErasure', accountId, emailKey } }],
  },
}
