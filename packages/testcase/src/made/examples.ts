import type { AgentPlaybook } from '@parley/definition'
import { type CaseDocument, mostTurns } from '../document.ts'
import { type Checks, type PartKind, partKinds } from '../expect.ts'
import { cut, type Said, saidIn } from './said.ts'

type Line = NonNullable<AgentPlaybook['examples']>[number][number]
type Written = Pick<AgentPlaybook, 'id' | 'examples'>

/** Document 2, Examples as tests: one case for each Example in which a person says something. */
export function exampleCases({ id, examples = [] }: Written, { isDefault }: { isDefault: boolean }): CaseDocument[] {
  return examples.flatMap((lines, at) => {
    const script = scriptOf(lines)
    return script.turns.length === 0 ? [] : [caseOf(script, { playbookId: id, at, isDefault })]
  })
}

/** What was said before the person did, what they say, and how the agent answers the last of it. */
type Script = { before: string[]; turns: string[]; replies: string[] }

function scriptOf(lines: readonly Line[]): Script {
  const script: Script = { before: [], turns: [], replies: [] }
  for (const { role, content } of lines) {
    if (role === 'agent') (script.turns.length === 0 ? script.before : script.replies).push(content)
    // A case has no more turns: the rest of the Example is not played.
    else if (script.turns.length === mostTurns) return script
    else {
      script.turns.push(content)
      script.replies = []
    }
  }
  return script
}

type Where = { playbookId: string; at: number; isDefault: boolean }

function caseOf({ before, turns, replies }: Script, { playbookId, at, isDefault }: Where): CaseDocument {
  const said = replies.map(saidIn)
  const history = before.map((line) => ({ role: 'assistant' as const, content: cut(saidIn(line).text || line, 4000) }))
  return {
    key: `example-${at + 1}`,
    title: cut(`Example ${at + 1}: ${turns[0]}`, 300),
    origin: { kind: 'playbookExample', playbookId, exampleIndex: at },
    scenario: {
      start: isDefault ? { inbound: true } : { resume: { activePlaybook: playbookId } },
      ...(history.length > 0 && { history: history.slice(-40) }),
    },
    turns,
    expect: {
      checks: { finalReplyNonEmpty: true, activePlaybookAtEnd: playbookId, ...shapeOf(said) },
      judge: { criteria: [{ id: 'matches-example', text: criterionOf(said) }] },
    },
  }
}

/** How the last reply looks; that there are words in it is asked for anyhow. */
function shapeOf(said: readonly Said[]): Checks {
  const kinds = new Set(said.flatMap(kindsOf))
  const parts = partKinds.filter((kind) => kind !== 'text' && kinds.has(kind))
  return {
    ...(said.length > 0 && said.every(isWordless) && { finalReplyNonEmpty: false }),
    ...(kinds.has('ask.time') && { pickerShown: true }),
    ...(Boolean(said.at(-1)?.affordances.length) && { chipsOnLastMessage: true }),
    ...(parts.length > 0 && { partsOnLastTurn: parts }),
  }
}

const kindsOf = ({ message: { parts, chips } }: Said): (PartKind | string)[] => [
  ...parts.map(({ type }) => type),
  ...(chips?.length ? ['chips'] : []),
]

const isWordless = ({ message, text }: Said): boolean => message.parts.length > 0 && text.trim() === ''

const instead = 'The agent answers the last message in the manner of the playbook, and to the point.'
const asked = (reply: string) => `The last reply of the agent says what the example says: "${reply}"`

function criterionOf(said: readonly Said[]): string {
  const reply = said.map(({ text }) => text).join('\n')
  return reply.trim() === '' ? instead : asked(cut(reply, 1000 - asked('').length))
}
