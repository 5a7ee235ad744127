import { parseFlowTool } from '@parley/definition'
import {
  type CaseObservation,
  type Checks,
  checkCase,
  type Directive,
  type ObservedMessage,
  partKinds,
} from '@parley/testcase'
import type { turns } from '../../runtime/index.ts'
import type { AgentLine } from './directive.ts'

export type RecordedTurn = NonNullable<Awaited<ReturnType<typeof turns.find>>>

/** The last directive that called for a reply, and the agent's replies to it. */
type Reply = { directive: Directive; answers: readonly AgentLine[] }

export type RecordingEnd = { reply?: Reply; turns: readonly RecordedTurn[]; turn?: RecordedTurn }

/** Derives checks from the last reply of the agent. The recording itself passes them. */
export function deriveChecks({ reply, turns: all, turn }: RecordingEnd): Checks {
  const playbook = turn && (turn.nextPlaybookId ?? turn.playbookId)
  return {
    ...(reply && deriveReplyChecks(reply)),
    ...(playbook !== undefined && { activePlaybookAtEnd: playbook }),
    ...(turn && deriveToolChecks(turn, all)),
  }
}

function deriveReplyChecks({ directive, answers }: Reply): Checks {
  if (answers.length === 0) return deriveNoReplyCheck(directive)
  const observed = toObserved(directive, answers)
  const holds = (checks: Checks) => checkCase(checks, observed).every(({ pass }) => pass)
  const parts = partKinds.filter((kind) => holds({ partsOnLastTurn: [kind] }))
  return {
    finalReplyNonEmpty: holds({ finalReplyNonEmpty: true }),
    ...(holds({ pickerShown: true }) && { pickerShown: true }),
    ...(holds({ chipsOnLastMessage: true }) && { chipsOnLastMessage: true }),
    ...(parts.length > 0 && { partsOnLastTurn: parts }),
  }
}

/** A system switch expects no reply. A message expects one, even if the recording has none yet. */
const deriveNoReplyCheck = (directive: Directive): Checks =>
  typeof directive === 'object' && 'system' in directive
    ? { noReplyTo: [directive.system] }
    : { finalReplyNonEmpty: true }

function toObserved(directive: Directive, answers: readonly AgentLine[]): CaseObservation {
  const messages = answers.map(({ messageId, message, text, affordances }): ObservedMessage => {
    return { messageId, message, text, affordances }
  })
  const turn = { directive, turnIndex: 0, messages, toolCalls: [], outcomes: [], warnings: [], modelCalls: 0 }
  return { turns: [turn], person: { customFields: {} }, appointments: [] }
}

/** Lookups do not count as actions. */
const readOnlyTools = ['knowledge.search', 'scheduling.offerTimes']

function deriveToolChecks(last: RecordedTurn, all: readonly RecordedTurn[]): Checks {
  const acted = (turn: RecordedTurn) =>
    turn.toolCalls
      .filter(({ called, name }) => called && !readOnlyTools.includes(name))
      .map(({ name }) => toCheckName(name))
  const everything = all.flatMap(acted)
  const counted = [...new Set(acted(last))].map((name) => [name, everything.filter((one) => one === name).length])
  const booked = last.toolCalls.some(({ name, ok }) => name === 'scheduling.book' && ok)
  return {
    ...(counted.length > 0 && { toolsCalled: Object.fromEntries(counted) }),
    ...(booked && { appointmentCreated: true }),
  }
}

/** Checks refer to an integration by its id. */
function toCheckName(name: string): string {
  const tool = parseFlowTool(name)
  return tool?.kind === 'integration' ? tool.id : name
}
