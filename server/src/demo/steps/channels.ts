import type { Listed, Step } from '../step.ts'

const inputs = {
  displayName: 'Riverside Dental',
  description: 'Questions, appointments and reminders of a family dental practice.',
}

/** Managed bindings, where the handset lab is there to carry them. */
export const demoChannels: readonly string[] = ['rcs', 'sms']

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
