import type { ContentMessage } from '@parley/amf'
import type { AgentDefinition } from '@parley/definition'

export type LinkOpening = { text: string; message: ContentMessage; playbookId?: string }

/** The agent's first message to a person who asked for it on a link; their reply goes to the default playbook. */
export function buildLinkOpening({ agent, playbooks }: AgentDefinition): LinkOpening {
  const text = `Hello, this is ${agent.name}. You asked for a message on this number. How can I help you?`
  const playbookId = playbooks.find(({ isDefault }) => isDefault)?.id
  return { text, message: { spec: 'amf/1', parts: [{ type: 'text', text }] }, playbookId }
}
