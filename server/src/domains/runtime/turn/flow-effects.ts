import type { Chip, ContentMessage, Part } from '@parley/amf'
import { type AgentFlow, type FlowSlot, fillTemplate } from '@parley/definition'
import type { FlowEffect, FlowFrame, FlowQuestion } from '@parley/flow'
import { createTemplateValues } from '../../agents/index.ts'
import { composeOperatorText, composeReply, isEmptyMessage } from './compose.ts'
import { removeViolations } from './rules.ts'
import { sendReply } from './send-reply.ts'
import type { TurnContext } from './turn.ts'

/** Collects a flow's output into as few messages as possible; anything tappable ends a message. */
export type FlowOutput = { parts: Part[]; chips: Chip[] }

export const createFlowOutput = (): FlowOutput => ({ parts: [], chips: [] })

type SpokenEffect = Extract<FlowEffect, { kind: 'say' | 'template' | 'ask' }>

export async function addFlowEffect(turn: TurnContext, speech: FlowOutput, effect: SpokenEffect): Promise<void> {
  if (speech.chips.length > 0) await flushFlowOutput(turn, speech)
  if (effect.kind === 'ask') speech.parts.push(toQuestionPart(effect.question, turn.input.timezone))
  else if (effect.kind === 'template') await addTemplate(turn, speech, effect.templateId)
  else {
    const { parts, chips = [] } = await composeOperatorText(turn, effect.text)
    speech.parts.push(...parts)
    speech.chips.push(...chips, ...(effect.suggestions ?? []).map((label): Chip => ({ label })))
  }
}

export async function flushFlowOutput(turn: TurnContext, speech: FlowOutput): Promise<void> {
  const { parts, chips } = speech
  const message: ContentMessage = { spec: 'amf/1', parts: [...parts], ...(chips.length > 0 && { chips: [...chips] }) }
  speech.parts = []
  speech.chips = []
  if (!isEmptyMessage(message)) await sendReply(turn, removeViolations(turn, message))
}

async function addTemplate(turn: TurnContext, speech: FlowOutput, id: string): Promise<void> {
  const { definition, partner, locationId } = turn.input
  const template = definition.messageTemplates.find((one) => one.id === id)
  const filled = template && fillTemplate(template, createTemplateValues(definition, partner, locationId), 'aml')
  if (!filled?.renderedText) {
    turn.turnRecord.warnings.push(
      `The message template ${id} was not sent: ${template ? 'a slot is missing' : 'it no longer exists'}`,
    )
    return
  }
  const { message } = await composeReply(turn, filled.renderedText, { attachedParts: [], chips: [] })
  speech.parts.push(...message.parts)
  speech.chips.push(...(message.chips ?? []))
}

/** Converts a question to the form that fits its answer. */
function toQuestionPart({ intentId, text, form }: FlowQuestion, timezone: string): Part {
  if (form.kind === 'open') return { type: 'text', text }
  if (form.kind === 'confirm') return { type: 'confirm', intentId, prompt: text }
  if (form.kind === 'choice') return { type: 'ask.choice', intentId, prompt: text, options: form.options }
  const slots = form.options.map(({ id, label }) => ({ id, label, start: { iso: id, tz: timezone } }))
  return { type: 'ask.time', intentId, prompt: text, slots }
}

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
  if (tool === 'scheduling.book' || tool === 'scheduling.reschedule') return withTime(tool, given, about)
  if (tool === 'notify.team') return { text: buildNoticeText(given, about.frame) }
  if (tool === 'people.save') return personFields(given, about.frame)
  if (tool === 'knowledge.search') return { query: String(given.query ?? given.q ?? lastSlot(about.frame) ?? '') }
  return given
}

const timeNames = ['startUtc', 'slot', 'start', 'time', 'at', 'when', 'timeslot', 'to']

function withTime(
  tool: string,
  given: ToolArguments,
  { flow, frame }: { flow?: AgentFlow; frame?: FlowFrame },
): ToolArguments {
  const rest = Object.fromEntries(
    Object.entries(given).filter(([key]) => !timeNames.includes(key) && given[key] !== ''),
  )
  const named = timeNames.map((name) => given[name]).find((value) => typeof value === 'string' && value !== '')
  const collected = (type: FlowSlot['type']) =>
    flow?.slots.flatMap((slot) => (slot.type === type ? (frame?.slots[slot.name] ?? []) : [])).at(-1)
  const locationId = tool === 'scheduling.book' ? collected('location') : undefined
  return { ...(locationId !== undefined && { locationId }), ...rest, startUtc: named ?? collected('timeslot') }
}

function buildNoticeText(given: ToolArguments, frame: FlowFrame | undefined): string {
  const { text, message, ...rest } = given
  const noticeText = [text, message].find((words) => typeof words === 'string' && words.trim() !== '')
  const details = Object.entries(
    noticeText === undefined && Object.keys(rest).length === 0 ? (frame?.slots ?? {}) : rest,
  )
  return [noticeText, ...details.map(([name, value]) => `${name}: ${String(value)}`)].filter(Boolean).join('\n')
}

function personFields(given: ToolArguments, frame: FlowFrame | undefined): ToolArguments {
  const { fields, ...rest } = given
  const profileFields = { ...rest, ...(typeof fields === 'object' && fields !== null ? (fields as ToolArguments) : {}) }
  const meant = Object.keys(profileFields).length > 0 ? profileFields : (frame?.slots ?? {})
  return Object.fromEntries(Object.entries(meant).map(([key, value]) => [key.replace(/^person\./, ''), value]))
}

const lastSlot = (frame: FlowFrame | undefined) => Object.values(frame?.slots ?? {}).at(-1)
