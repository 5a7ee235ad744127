import type { DemoClient, DemoStep, ListReply } from '../demo-context.ts'
import { pollUntilFound } from '../poll.ts'

const bindingInputs = {
  displayName: 'Riverside Dental',
  description: 'Questions, appointments and reminders of a family dental practice.',
}

const demoChannels: readonly string[] = ['rcs', 'sms']

/** Creates managed bindings if the handset lab can carry them. */
export const channelsStep: DemoStep = {
  name: 'channels',
  async run({ agent, hasLab }) {
    if (!hasLab) return
    const { data } = await agent.get<ListReply<{ channel: string }>>('/channels')
    const bound = data.map(({ channel }) => channel)
    for (const channel of demoChannels.filter((one) => !bound.includes(one)))
      await agent.post('/channels', { channel, mode: 'managed', inputs: bindingInputs })
  },
}

export async function waitUntilChannelsActive(agent: DemoClient, stop: AbortSignal): Promise<void> {
  await pollUntilFound(() => checkActive(agent), stop, 'a channel')
}

async function checkActive(agent: DemoClient): Promise<true | undefined> {
  const { data } = await agent.get<ListReply<{ channel: string; status: string }>>('/channels')
  const active = data.filter(({ status }) => status === 'Active').map(({ channel }) => channel)
  return demoChannels.every((channel) => active.includes(channel)) || undefined
}
