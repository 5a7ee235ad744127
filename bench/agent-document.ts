import type { Vocabulary } from './vocabulary.ts'

export type Size = { things: number; facts: number; playbooks: number; templates: number }

/** An importable agent document with content in every section: a shop with a catalog and many Facts and playbooks. */
export function agentDocument({ things, facts, playbooks, templates }: Size, words: Vocabulary): object {
  return {
    exportVersion: 1,
    ...instructions(words),
    playbooks: buildList(playbooks, (at) => playbook(at, words)),
    messageTemplates: buildList(templates, (at) => buildTemplate(at, words)),
    toolBindings: [{ toolId: boundTool }],
    capabilities: {
      knowledge: {
        collections: buildList(collectionCount, (at) => collection(at, words)),
        things: buildList(things, (at) => buildThing(at, words)),
        facts: buildList(facts, (at) => buildFact(at, words)),
      },
      people: { fields: buildList(20, (at) => ({ key: `field${at}`, label: words.several(2), type: 'string' })) },
      scheduling: scheduling(words),
      notifications: { operator: { provider: 'slack' } },
    },
    integrations: { custom: buildList(10, (at) => integration(at, words)) },
    outreach: { outreaches: buildList(5, (at) => outreach(at, words)), settings: { minTouchIntervalHours: 24 } },
  }
}

const collectionCount = 20
export const boundTool = '@svc/tool.slack-webhook'

export const buildList = <T>(count: number, make: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => make(at))

export function buildThing(at: number, words: Vocabulary): object {
  return {
    id: `thing-${at}`,
    name: words.several(3),
    description: words.several(25),
    imageUrl: `https://shop.example/img/${at}.jpg`,
    productPageUrl: `https://shop.example/things/${at}`,
    actions: [
      { label: 'See it', kind: 'url', url: `https://shop.example/things/${at}` },
      { label: 'Call us', kind: 'dial', phone: `+1202555010${at % 10}` },
    ],
    location: { address: words.several(4), latitude: 53.5461, longitude: 9.9937 },
    collections: [`collection-${at % collectionCount}`],
    metadata: { colour: words.any(), material: words.any(), price: String(at) },
  }
}

export function buildFact(at: number, words: Vocabulary): object {
  return {
    id: `fact-${at}`,
    question: `What about ${words.several(5)}?`,
    alternates: [words.several(4), words.several(5)],
    answer: `${words.several(30)}.`,
  }
}

function instructions(words: Vocabulary): object {
  return {
    identity: {
      brandColor: '#1a2b3c',
      contactEmail: 'hello@example.com',
      contactPhone: '+12025550123',
      websiteUrl: 'https://shop.example',
      identityPreamble: words.several(30),
    },
    personality: { description: words.several(10), text: words.several(200) },
    objectives: buildList(5, (at) => ({ id: `objective-${at}`, name: words.several(3), body: words.several(80) })),
    goals: {
      goals: buildList(10, (at) => ({
        id: `goal-${at}`,
        name: words.several(3),
        definition: { kind: 'judged', criterion: words.several(15) },
      })),
      defaultGoal: { goalId: 'goal-0' },
    },
    standingInstructions: buildList(20, () => words.several(15)),
    guardrails: guardrails(words),
    rules: buildList(20, (at) => ({
      id: `rule-${at}`,
      text: words.several(10),
      check: { kind: 'pattern', patterns: [words.several(2), `/${words.any()}\\s?[0-9]+/i`] },
    })),
  }
}

export function guardrails(words: Vocabulary): object {
  return {
    topicsToAvoid: buildList(20, () => words.several(4)),
    claimsNotToMake: buildList(20, () => words.several(8)),
    requiredDisclaimers: buildList(5, () => words.several(20)),
  }
}

function playbook(at: number, words: Vocabulary): object {
  return {
    id: `playbook-${at}`,
    name: words.several(3),
    description: words.several(10),
    whenToUse: words.several(12),
    body: `${words.several(200)} [[things: thing-${at}]]`,
    uses: ['scheduling', 'knowledge', 'integration:integration-1'],
    messageTemplateRefs: ['template-1'],
    goal: { goalId: 'goal-1' },
    isDefault: at === 0,
    flow: {
      slots: [
        { name: 'email', type: 'email', bind: 'person.email' },
        { name: 'wish', type: 'enum', options: ['look', 'buy'], prompt: words.several(6) },
      ],
      steps: [
        { collect: ['email', 'wish'] },
        { branch: [{ if: "wish == 'buy'", goto: 'buying' }], else: 'looking' },
        { id: 'buying', say: 'template:template-1' },
        { id: 'looking', say: { text: words.several(12), suggestions: ['More', 'Enough'] } },
        { end: { outcome: 'served' } },
      ],
    },
  }
}

export function buildTemplate(at: number, words: Vocabulary): object {
  return {
    id: `template-${at}`,
    name: words.several(3),
    body: `Hello {person.firstName|there}, ${words.several(30)}. [[chips: Yes | No]]`,
  }
}

function collection(at: number, words: Vocabulary): object {
  return { id: `collection-${at}`, name: words.several(2), purpose: words.several(10) }
}

function scheduling(words: Vocabulary): object {
  const workingHours = buildList(5, (day) => ({ dayOfWeek: day + 1, startTime: '09:00', endTime: '17:00' }))
  return {
    timezone: 'Europe/Berlin',
    availableHours: workingHours,
    defaultDurationMinutes: 30,
    representatives: buildList(10, (at) => ({
      id: `representative-${at}`,
      name: words.several(2),
      email: 'team@example.com',
      availability: { timezone: 'Europe/Berlin', workingHours },
    })),
  }
}

function integration(at: number, words: Vocabulary): object {
  return {
    id: `integration-${at}`,
    description: words.several(12),
    parameters: { type: 'object', properties: { order: { type: 'string' }, note: { type: 'string' } } },
    endpoint: { url: `https://shop.example/hooks/${at}`, method: 'POST' },
  }
}

function outreach(at: number, words: Vocabulary): object {
  return { id: `outreach-${at}`, name: words.several(3), class: 'service', openerTemplateId: `template-${at}` }
}
