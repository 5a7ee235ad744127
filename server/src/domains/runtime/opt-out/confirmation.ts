import type { Channel } from '@parley/amf'

/** START is a keyword of the carriers; on other channels any new message opts back in. */
const optInInstructions: Partial<Record<Channel, string>> = { rcs: 'reply START', sms: 'reply START' }

export function composeOptOutConfirmation(agentName: string, channel: Channel): string {
  const back = optInInstructions[channel] ?? 'write to us here'
  return `Understood: you will get no more messages from ${agentName}, and if you ever change your mind, just ${back}.`
}
