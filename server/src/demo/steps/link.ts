import type { Listed, Step } from '../step.ts'

const label = 'Try the demo'

/** A page on which a number is entered, where there is a channel that it can be written to on. */
export const link: Step = {
  name: 'link',
  async run({ agent }) {
    const { data: bindings } = await agent.get<Listed<{ id: string; channel: string }>>('/channels')
    const rcs = bindings.find(({ channel }) => channel === 'rcs')
    const { data: links } = await agent.get<Listed<{ label?: string }>>('/outreach-links')
    if (!rcs || links.some((one) => one.label === label)) return
    await agent.post('/outreach-links', { bindingId: rcs.id, label, maxUses: 100 })
  },
}
