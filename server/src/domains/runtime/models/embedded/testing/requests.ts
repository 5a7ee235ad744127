import type { ModelInput, ModelMessage, ToolSpec, TurnHints } from '../../model.ts'
import { createEmbeddedModel } from '../embedded-model.ts'

/** A harbor office on a Monday at 10 a.m. in New York, and its knowledge. */
export const harborHints: TurnHints = {
  personText: '',
  business: 'Harbour Office',
  partner: { timezone: 'America/New_York' },
  found: [],
  playbooks: [
    { id: 'general', name: 'General', active: true, isDefault: true, hasFlow: false },
    {
      id: 'returns',
      name: 'Returns',
      whenToUse: 'When the person wants to return something that they bought. Not for repairs.',
      active: false,
      isDefault: false,
      hasFlow: false,
    },
    {
      id: 'repairs',
      name: 'Repairs',
      whenToUse: 'When an engine or a pump needs repairs',
      active: false,
      isDefault: false,
      hasFlow: true,
    },
  ],
  things: [
    { id: 'rope', name: 'Mooring rope', collections: ['deck'] },
    { id: 'fender', name: 'Blue fender', collections: ['deck'] },
    { id: 'lamp', name: 'Anchor lamp', collections: [] },
  ],
  collections: [{ id: 'deck', name: 'Deck gear', purpose: 'Everything for mooring' }],
  contact: {},
  meetings: [],
  history: [],
  answers: 0,
  now: '2026-02-02T15:00:00Z',
  timezone: 'America/New_York',
}

export const contactHints = { email: 'office@example.com', phone: '+15550100', availability: 'Mon to Fri, 9 to 5' }

const properties = (...names: string[]) =>
  Object.fromEntries(names.map((name) => [name, { type: 'string', maxLength: name === 'firstName' ? 100 : 2_000 }]))

const toolArguments: Record<string, string[]> = {
  'scheduling.offerTimes': ['from', 'to', 'durationMinutes', 'representativeId'],
  'scheduling.book': ['startUtc'],
  'scheduling.reschedule': ['startUtc', 'appointmentId'],
  'scheduling.cancel': ['appointmentId', 'reason'],
  'people.save': ['email', 'phone', 'firstName', 'lastName', 'fullName'],
  'notify.team': ['text'],
  'human.contact': [],
  'playbook.enter': ['playbookId'],
  'knowledge.search': ['q'],
}
export const testToolNames = Object.keys(toolArguments)

export function createToolSpecs(names: readonly string[]): ToolSpec[] {
  return names.map((name) => ({
    name,
    description: name,
    parameters: { type: 'object', properties: properties(...(toolArguments[name] ?? [])), additionalProperties: false },
  }))
}

/** A tool result of the current turn. */
export type AnsweredTool = { name: string; result: unknown }

export type TestTurnOptions = {
  hints?: Partial<TurnHints>
  tools?: readonly string[]
  answeredTools?: readonly AnsweredTool[]
}

export function createTurnRequest(
  personText: string,
  { hints = {}, tools = testToolNames, answeredTools = [] }: TestTurnOptions = {},
): ModelInput {
  const messages: ModelMessage[] = [{ role: 'user', text: personText }]
  for (const [at, { name, result }] of answeredTools.entries()) {
    const id = `call_${at + 1}`
    messages.push(
      { role: 'calls', calls: [{ id, name, given: {} }] },
      { role: 'results', results: [{ id, name, result }] },
    )
  }
  return {
    purpose: 'turn',
    sections: [{ name: 'identity', text: 'You are the assistant of Harbour Office.' }],
    messages,
    tools: createToolSpecs(tools),
    hints: { kind: 'turn', turn: { ...harborHints, ...hints, personText } },
    withinMilliseconds: 1_000,
    signal: new AbortController().signal,
  }
}

/** Returns the embedded model's text, and its calls as `name {arguments}`. */
export async function runEmbeddedTurn(
  personText: string,
  options: TestTurnOptions = {},
): Promise<{ text: string; calls: string[] }> {
  const { text, calls } = await createEmbeddedModel().answer(createTurnRequest(personText, options))
  return { text, calls: calls.map(({ name, given }) => `${name} ${JSON.stringify(given)}`) }
}

export function createFactHit(id: string, title: string, text: string, score = 1): TurnHints['found'][number] {
  return { kind: 'fact', id, title, text, score }
}

export function createPassageHit(text: string, score = 0.7): TurnHints['found'][number] {
  return { kind: 'passage', id: 'p1', title: 'Handbook', text, score }
}
