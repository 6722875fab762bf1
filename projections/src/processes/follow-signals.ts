import type { ProcessManager } from '../process-manager.ts'

/** Acts on the payment provider's webhooks, also if the process that received one died. */
export const followSignals: ProcessManager = {
  name: 'follow-signals@1',
  on: { SignalReceived: ({ data: signal }) => [{ command: { type: 'FollowSignal', signal } }] },
}
