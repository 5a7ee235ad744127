import type { ContentMessage } from '@parley/amf'
import type { AgentDefinition } from '@parley/definition'

export type LinkOpening = { text: string; message: ContentMessage; playbookId?: string }

/** What the agent says first to whoever asked for it on a link; their answer belongs to the default playbook. */
export function buildLinkOpening({ agent, playbooks }: AgentDefinition): LinkOpening {
  const text = `Hello, this is ${agent.name}. You asked for a message on this number. How can I help you?`
  const playbookId = playbooks.find(({ isDefault }) => isDefault)?.id
  return { text, message: { spec: 'amf/1', parts: [{ type: 'text', text }] }, playbookId }
}
