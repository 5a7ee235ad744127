import type { AgentFlow } from '@parley/definition'
import type { FlowFrame } from '@parley/flow'

type ToolArguments = Record<string, unknown>

/**
 * Converts the arguments of a flow's action. Flows are written by people: a time may be called `slot`, `at`, or `time`,
 * and by default the collected times and details are meant.
 */
export function buildToolArguments(
  tool: string,
  given: ToolArguments,
  about: { flow?: AgentFlow; frame?: FlowFrame },
): ToolArguments {
  if (tool === 'scheduling.book' || tool === 'scheduling.reschedule') return withTime(given, about)
  if (tool === 'notify.team') return { text: buildNoticeText(given, about.frame) }
  if (tool === 'people.save') return personFields(given, about.frame)
  if (tool === 'knowledge.search') return { query: String(given.query ?? given.q ?? lastSlot(about.frame) ?? '') }
  return given
}

const timeNames = ['startUtc', 'slot', 'start', 'time', 'at', 'when', 'timeslot', 'to']

function withTime(given: ToolArguments, { flow, frame }: { flow?: AgentFlow; frame?: FlowFrame }): ToolArguments {
  const rest = Object.fromEntries(
    Object.entries(given).filter(([key]) => !timeNames.includes(key) && given[key] !== ''),
  )
  const named = timeNames.map((name) => given[name]).find((value) => typeof value === 'string' && value !== '')
  const slots = flow?.slots.filter(({ type }) => type === 'timeslot') ?? []
  const collected = slots.map(({ name }) => frame?.slots[name]).findLast((value) => value !== undefined)
  return { ...rest, startUtc: named ?? collected }
}

function buildNoticeText(given: ToolArguments, frame: FlowFrame | undefined): string {
  const { text, message, ...rest } = given
  const said = [text, message].find((words) => typeof words === 'string' && words.trim() !== '')
  const details = Object.entries(said === undefined && Object.keys(rest).length === 0 ? (frame?.slots ?? {}) : rest)
  return [said, ...details.map(([name, value]) => `${name}: ${String(value)}`)].filter(Boolean).join('\n')
}

function personFields(given: ToolArguments, frame: FlowFrame | undefined): ToolArguments {
  const { fields, ...rest } = given
  const said = { ...rest, ...(typeof fields === 'object' && fields !== null ? (fields as ToolArguments) : {}) }
  const meant = Object.keys(said).length > 0 ? said : (frame?.slots ?? {})
  return Object.fromEntries(Object.entries(meant).map(([key, value]) => [key.replace(/^person\./, ''), value]))
}

const lastSlot = (frame: FlowFrame | undefined) => Object.values(frame?.slots ?? {}).at(-1)
