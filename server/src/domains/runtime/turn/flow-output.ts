import type { Chip, ContentMessage, Part } from '@parley/amf'
import { fillTemplate } from '@parley/definition'
import type { FlowEffect, FlowQuestion } from '@parley/flow'
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
  const { definition, partner } = turn.input
  const template = definition.messageTemplates.find((one) => one.id === id)
  const filled = template && fillTemplate(template, createTemplateValues(definition, partner), 'aml')
  if (!filled?.renderedText) {
    turn.turnRecord.warnings.push(
      `The message template ${id} was not said: ${template ? 'a slot is missing' : 'it is gone'}`,
    )
    return
  }
  const { message } = await composeReply(turn, filled.renderedText, { shown: [], chips: [] })
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
