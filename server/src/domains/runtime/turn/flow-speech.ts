import type { Chip, ContentMessage, Part } from '@parley/amf'
import { fillTemplate } from '@parley/definition'
import type { FlowEffect, Question } from '@parley/flow'
import { templateValues } from '../../agents/index.ts'
import { composeOwn, composeReply, isEmpty } from './compose.ts'
import { withoutBroken } from './rules.ts'
import { speak } from './speak.ts'
import type { Turn } from './turn.ts'

/** What a flow says, gathered into as few messages as there can be: what is tapped ends one. */
export type FlowSpeech = { parts: Part[]; chips: Chip[] }

export const silence = (): FlowSpeech => ({ parts: [], chips: [] })

type Said = Extract<FlowEffect, { kind: 'say' | 'template' | 'ask' }>

export async function sayEffect(turn: Turn, speech: FlowSpeech, effect: Said): Promise<void> {
  if (speech.chips.length > 0) await flush(turn, speech)
  if (effect.kind === 'ask') speech.parts.push(partOf(effect.question, turn.scene.timezone))
  else if (effect.kind === 'template') await sayTemplate(turn, speech, effect.templateId)
  else {
    const { parts, chips = [] } = await composeOwn(turn, effect.text)
    speech.parts.push(...parts)
    speech.chips.push(...chips, ...(effect.suggestions ?? []).map((label): Chip => ({ label })))
  }
}

/** What was gathered goes out. */
export async function flush(turn: Turn, speech: FlowSpeech): Promise<void> {
  const { parts, chips } = speech
  const message: ContentMessage = { spec: 'amf/1', parts: [...parts], ...(chips.length > 0 && { chips: [...chips] }) }
  speech.parts = []
  speech.chips = []
  if (!isEmpty(message)) await speak(turn, withoutBroken(turn, message))
}

async function sayTemplate(turn: Turn, speech: FlowSpeech, id: string): Promise<void> {
  const { definition, partner } = turn.scene
  const template = definition.messageTemplates.find((one) => one.id === id)
  const filled = template && fillTemplate(template, templateValues(definition, partner), 'aml')
  if (!filled?.renderedText) {
    turn.ledger.warnings.push(
      `The message template ${id} was not said: ${template ? 'a slot is missing' : 'it is gone'}`,
    )
    return
  }
  const { message } = await composeReply(turn, filled.renderedText, { shown: [], chips: [] })
  speech.parts.push(...message.parts)
  speech.chips.push(...(message.chips ?? []))
}

/** A question in the form that its answer has. */
function partOf({ intentId, text, form }: Question, timezone: string): Part {
  if (form.kind === 'open') return { type: 'text', text }
  if (form.kind === 'confirm') return { type: 'confirm', intentId, prompt: text }
  if (form.kind === 'choice') return { type: 'ask.choice', intentId, prompt: text, options: form.options }
  const slots = form.options.map(({ id, label }) => ({ id, label, start: { iso: id, tz: timezone } }))
  return { type: 'ask.time', intentId, prompt: text, slots }
}
