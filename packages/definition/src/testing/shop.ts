import { type AgentDefinition, createDefinition } from '../definition.ts'

/** An agent with one of everything that can be referred to, and hardly any references. */
export const shop: AgentDefinition = {
  ...createDefinition('Kite shop'),
  goals: { goals: [goal('booked'), goal('spare')] },
  playbooks: [
    ...createDefinition('Kite shop').playbooks,
    { id: 'desk', name: 'Front desk', body: 'Greet.', uses: [], isDefault: false },
    { id: 'billing', name: 'Billing', body: 'Bill.', uses: [], isDefault: false },
    { id: 'talk', name: 'Spring talk', body: 'Talk.', uses: [], isDefault: false, outreachId: 'spring' },
  ],
  messageTemplates: [
    { id: 'opener', name: 'Opener', body: 'Hello.' },
    { id: 'letter', name: 'Letter', body: 'Dear reader.' },
    { id: 'note', name: 'Note', body: 'Note.' },
  ],
  things: [
    { id: 'box', name: 'Kite box' },
    { id: 'red kite', name: 'Red kite' },
  ],
  collections: [{ id: 'summer', name: 'Summer' }],
  facts: [{ id: 'terms', question: 'What are the terms?', answer: 'Fair ones.' }],
  peopleFields: [{ key: 'petName', type: 'string' }],
  locations: [
    { id: 'pier', name: 'Pier shop' },
    { id: 'hill', name: 'Hill shop' },
  ],
  scheduling: { representatives: [{ id: 'anna', name: 'Anna' }] },
  integrations: [{ id: 'orders', description: 'Looks orders up.', endpoint: { url: 'https://example.com/' } }],
  outreaches: [
    {
      id: 'spring',
      name: 'Spring revival',
      class: 'service',
      enabled: true,
      openerTemplateId: 'opener',
      playbookId: 'talk',
    },
  ],
}

function goal(id: string): AgentDefinition['goals']['goals'][number] {
  return { id, name: `Goal ${id}`, definition: { kind: 'event', event: 'contact.captured' } }
}

type Lists = {
  [S in keyof AgentDefinition as AgentDefinition[S] extends (infer Item extends object)[]
    ? Item extends string
      ? never
      : S
    : never]: AgentDefinition[S] extends (infer Item)[] ? Item : never
}

/** Returns the definition with one list item changed, found by its id or key. */
export function changeItem<S extends keyof Lists>(
  definition: AgentDefinition,
  section: S,
  change: Partial<Lists[S]> & ({ id: string } | { key: string }),
): AgentDefinition {
  const name = (item: object) => ('id' in item ? item.id : (item as { key?: string }).key)
  const list = definition[section] as Lists[S][]
  return {
    ...definition,
    [section]: list.map((item) => (name(item) === name(change) ? { ...item, ...change } : item)),
  }
}
