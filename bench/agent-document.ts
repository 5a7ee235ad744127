import type { Vocabulary } from './vocabulary.ts'

export type AgentDocumentSize = { things: number; facts: number; playbooks: number; templates: number }

/** An importable agent document with content in every section: a shop with a catalog and many Facts and playbooks. */
export function buildAgentDocument(
  { things, facts, playbooks, templates }: AgentDocumentSize,
  words: Vocabulary,
): object {
  return {
    exportVersion: 1,
    ...buildInstructions(words),
    playbooks: buildList(playbooks, (index) => buildPlaybook(index, words)),
    messageTemplates: buildList(templates, (index) => buildTemplate(index, words)),
    toolBindings: [{ toolId: boundToolId }],
    capabilities: {
      knowledge: {
        collections: buildList(collectionCount, (index) => buildCollection(index, words)),
        things: buildList(things, (index) => buildThing(index, words)),
        facts: buildList(facts, (index) => buildFact(index, words)),
      },
      people: {
        fields: buildList(20, (index) => ({ key: `field${index}`, label: words.pickWords(2), type: 'string' })),
      },
      scheduling: buildScheduling(words),
      notifications: { operator: { provider: 'slack' } },
    },
    integrations: { custom: buildList(10, (index) => buildIntegration(index, words)) },
    outreach: {
      outreaches: buildList(5, (index) => buildOutreach(index, words)),
      settings: { minTouchIntervalHours: 24 },
    },
  }
}

const collectionCount = 20
export const boundToolId = '@svc/tool.slack-webhook'

export const buildList = <T>(count: number, buildItem: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => buildItem(index))

export function buildThing(index: number, words: Vocabulary): object {
  return {
    id: `thing-${index}`,
    name: words.pickWords(3),
    description: words.pickWords(25),
    imageUrl: `https://shop.example/img/${index}.jpg`,
    productPageUrl: `https://shop.example/things/${index}`,
    actions: [
      { label: 'See it', kind: 'url', url: `https://shop.example/things/${index}` },
      { label: 'Call us', kind: 'dial', phone: `+1202555010${index % 10}` },
    ],
    location: { address: words.pickWords(4), latitude: 53.5461, longitude: 9.9937 },
    collections: [`collection-${index % collectionCount}`],
    metadata: { color: words.pickWord(), material: words.pickWord(), price: String(index) },
  }
}

export function buildFact(index: number, words: Vocabulary): object {
  return {
    id: `fact-${index}`,
    question: `What about ${words.pickWords(5)}?`,
    alternates: [words.pickWords(4), words.pickWords(5)],
    answer: `${words.pickWords(30)}.`,
  }
}

function buildInstructions(words: Vocabulary): object {
  return {
    identity: {
      brandColor: '#1a2b3c',
      contactEmail: 'hello@example.com',
      contactPhone: '+12025550123',
      websiteUrl: 'https://shop.example',
      identityPreamble: words.pickWords(30),
    },
    personality: { description: words.pickWords(10), text: words.pickWords(200) },
    objectives: buildList(5, (index) => ({
      id: `objective-${index}`,
      name: words.pickWords(3),
      body: words.pickWords(80),
    })),
    goals: {
      goals: buildList(10, (index) => ({
        id: `goal-${index}`,
        name: words.pickWords(3),
        definition: { kind: 'judged', criterion: words.pickWords(15) },
      })),
      defaultGoal: { goalId: 'goal-0' },
    },
    standingInstructions: buildList(20, () => words.pickWords(15)),
    guardrails: buildGuardrails(words),
    rules: buildList(20, (index) => ({
      id: `rule-${index}`,
      text: words.pickWords(10),
      check: { kind: 'pattern', patterns: [words.pickWords(2), `/${words.pickWord()}\\s?[0-9]+/i`] },
    })),
  }
}

export function buildGuardrails(words: Vocabulary): object {
  return {
    topicsToAvoid: buildList(20, () => words.pickWords(4)),
    claimsNotToMake: buildList(20, () => words.pickWords(8)),
    requiredDisclaimers: buildList(5, () => words.pickWords(20)),
  }
}

function buildPlaybook(index: number, words: Vocabulary): object {
  return {
    id: `playbook-${index}`,
    name: words.pickWords(3),
    description: words.pickWords(10),
    whenToUse: words.pickWords(12),
    body: `${words.pickWords(200)} [[things: thing-${index}]]`,
    uses: ['scheduling', 'knowledge', 'integration:integration-1'],
    messageTemplateRefs: ['template-1'],
    goal: { goalId: 'goal-1' },
    isDefault: index === 0,
    flow: {
      slots: [
        { name: 'email', type: 'email', bind: 'person.email' },
        { name: 'wish', type: 'enum', options: ['look', 'buy'], prompt: words.pickWords(6) },
      ],
      steps: [
        { collect: ['email', 'wish'] },
        { branch: [{ if: "wish == 'buy'", goto: 'buying' }], else: 'looking' },
        { id: 'buying', say: 'template:template-1' },
        { id: 'looking', say: { text: words.pickWords(12), suggestions: ['More', 'Enough'] } },
        { end: { outcome: 'served' } },
      ],
    },
  }
}

export function buildTemplate(index: number, words: Vocabulary): object {
  return {
    id: `template-${index}`,
    name: words.pickWords(3),
    body: `Hello {person.firstName|there}, ${words.pickWords(30)}. [[chips: Yes | No]]`,
  }
}

function buildCollection(index: number, words: Vocabulary): object {
  return { id: `collection-${index}`, name: words.pickWords(2), purpose: words.pickWords(10) }
}

function buildScheduling(words: Vocabulary): object {
  const workingHours = buildList(5, (day) => ({ dayOfWeek: day + 1, startTime: '09:00', endTime: '17:00' }))
  return {
    timezone: 'Europe/Berlin',
    availableHours: workingHours,
    defaultDurationMinutes: 30,
    representatives: buildList(10, (index) => ({
      id: `representative-${index}`,
      name: words.pickWords(2),
      email: 'team@example.com',
      availability: { timezone: 'Europe/Berlin', workingHours },
    })),
  }
}

function buildIntegration(index: number, words: Vocabulary): object {
  return {
    id: `integration-${index}`,
    description: words.pickWords(12),
    parameters: { type: 'object', properties: { order: { type: 'string' }, note: { type: 'string' } } },
    endpoint: { url: `https://shop.example/hooks/${index}`, method: 'POST' },
  }
}

function buildOutreach(index: number, words: Vocabulary): object {
  return { id: `outreach-${index}`, name: words.pickWords(3), class: 'service', openerTemplateId: `template-${index}` }
}
