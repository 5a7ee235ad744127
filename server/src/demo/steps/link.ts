import type { DemoStep, ListReply } from '../demo-context.ts'

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
