import type { Door } from '../door.ts'
import type { Listed, Step } from '../step.ts'
import { until } from '../until.ts'

const inputs = {
  displayName: 'Riverside Dental',
  description: 'Questions, appointments and reminders of a family dental practice.',
}

const demoChannels: readonly string[] = ['rcs', 'sms']

/** Managed bindings, where the handset lab is there to carry them. */
export const channels: Step = {
  name: 'channels',
  async run({ agent, hasLab }) {
    if (!hasLab) return
    const { data } = await agent.get<Listed<{ channel: string }>>('/channels')
    const bound = data.map(({ channel }) => channel)
    for (const channel of demoChannels.filter((one) => !bound.includes(one)))
      await agent.post('/channels', { channel, mode: 'managed', inputs })
  },
}

/** Waits until both can be used. */
export async function untilActive(agent: Door, stop: AbortSignal): Promise<void> {
  await until(() => areActive(agent), stop, 'a channel')
}

async function areActive(agent: Door): Promise<true | undefined> {
  const { data } = await agent.get<Listed<{ channel: string; status: string }>>('/channels')
  const active = data.filter(({ status }) => status === 'Active').map(({ channel }) => channel)
  return demoChannels.every((channel) => active.includes(channel)) || undefined
}
