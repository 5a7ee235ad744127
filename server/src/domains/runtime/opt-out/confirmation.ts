import type { Channel } from '@parley/amf'

/** START is a word of the carriers; elsewhere whoever writes again is back. */
const optInInstructions: Partial<Record<Channel, string>> = { rcs: 'reply START', sms: 'reply START' }

/** What somebody who wants no more messages is told, once. */
export function composeOptOutConfirmation(agentName: string, channel: Channel): string {
  const back = optInInstructions[channel] ?? 'write to us here'
  return `Understood: you will get no more messages from ${agentName}, and if you ever change your mind, just ${back}.`
}
