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

const label = 'Try the demo'

/** Creates an outreach link, a page where visitors enter their number, if there is an RCS binding to send from. */
export const linkStep: DemoStep = {
  name: 'link',
  async run({ agent }) {
    const { data: bindings } = await agent.get<ListReply<{ id: string; channel: string }>>('/channels')
    const rcs = bindings.find(({ channel }) => channel === 'rcs')
    const { data: links } = await agent.get<ListReply<{ label?: string }>>('/outreach-links')
    if (!rcs || links.some((one) => one.label === label)) return
    await agent.post('/outreach-links', { bindingId: rcs.id, label, maxUses: 100 })
  },
}
