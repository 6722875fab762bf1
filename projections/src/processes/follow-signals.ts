import type { ProcessManager } from '../process-manager.ts'

/** Acts on the payment provider's webhooks, even if the process that received the webhook dies. */
export const followSignals: ProcessManager = {
  name: 'follow-signals@1',
  on: { SignalReceived: ({ data: signal }) => [{ command: { type: 'FollowSignal', signal } }] },
}
