import type { AgentPlaybook } from '@parley/definition'
import { type CaseDocument, maxTurnsPerCase } from '../document.ts'
import { type Checks, type PartKind, partKinds } from '../expect.ts'
import { type ReadableAml, renderAml, truncateAtWord } from './render-aml.ts'

type Line = NonNullable<AgentPlaybook['examples']>[number][number]
type ExampleSource = Pick<AgentPlaybook, 'id' | 'examples'>

/** Generates one case for each Example in which a person says something. */
export function generateExampleCases(
  { id, examples = [] }: ExampleSource,
  { isDefault }: { isDefault: boolean },
): CaseDocument[] {
  return examples.flatMap((lines, at) => {
    const script = toScript(lines)
    return script.turns.length === 0 ? [] : [toExampleCase(script, { playbookId: id, at, isDefault })]
  })
}

/** The lines before the person's first, the person's lines, and the agent's replies to the last one. */
type Script = { before: string[]; turns: string[]; replies: string[] }

function toScript(lines: readonly Line[]): Script {
  const script: Script = { before: [], turns: [], replies: [] }
  for (const { role, content } of lines) {
    if (role === 'agent') (script.turns.length === 0 ? script.before : script.replies).push(content)
    // The limit of turns per case: the rest of the Example is not played.
    else if (script.turns.length === maxTurnsPerCase) return script
    else {
      script.turns.push(content)
      script.replies = []
    }
  }
  return script
}

type ExampleLocation = { playbookId: string; at: number; isDefault: boolean }

function toExampleCase(
  { before, turns, replies }: Script,
  { playbookId, at, isDefault }: ExampleLocation,
): CaseDocument {
  const rendered = replies.map(renderAml)
  const history = before.map((line) => ({
    role: 'assistant' as const,
    content: truncateAtWord(renderAml(line).text || line, 4000),
  }))
  return {
    key: `example-${at + 1}`,
    title: truncateAtWord(`Example ${at + 1}: ${turns[0]}`, 300),
    origin: { kind: 'playbookExample', playbookId, exampleIndex: at },
    scenario: {
      start: isDefault ? { inbound: true } : { resume: { activePlaybook: playbookId } },
      ...(history.length > 0 && { history: history.slice(-40) }),
    },
    turns,
    expect: {
      checks: { finalReplyNonEmpty: true, activePlaybookAtEnd: playbookId, ...deriveReplyShape(rendered) },
      judge: { criteria: [{ id: 'matches-example', text: toCriterionText(rendered) }] },
    },
  }
}

/** Derives checks for the shape of the last reply; other checks already require it to contain text. */
function deriveReplyShape(rendered: readonly ReadableAml[]): Checks {
  const kinds = new Set(rendered.flatMap(listPartKinds))
  const parts = partKinds.filter((kind) => kind !== 'text' && kinds.has(kind))
  return {
    ...(rendered.length > 0 && rendered.every(isWordless) && { finalReplyNonEmpty: false }),
    ...(kinds.has('ask.time') && { pickerShown: true }),
    ...(Boolean(rendered.at(-1)?.affordances.length) && { chipsOnLastMessage: true }),
    ...(parts.length > 0 && { partsOnLastTurn: parts }),
  }
}

const listPartKinds = ({ message: { parts, chips } }: ReadableAml): (PartKind | string)[] => [
  ...parts.map(({ type }) => type),
  ...(chips?.length ? ['chips'] : []),
]

const isWordless = ({ message, text }: ReadableAml): boolean => message.parts.length > 0 && text.trim() === ''

const fallbackCriterion = 'The agent answers the last message in the style of the playbook, and to the point.'
const formatCriterion = (reply: string) => `The agent's last reply says what the example says: "${reply}"`

function toCriterionText(rendered: readonly ReadableAml[]): string {
  const reply = rendered.map(({ text }) => text).join('\n')
  return reply.trim() === ''
    ? fallbackCriterion
    : formatCriterion(truncateAtWord(reply, 1000 - formatCriterion('').length))
}
