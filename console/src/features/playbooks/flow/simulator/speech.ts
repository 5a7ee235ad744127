import { type AgentContent, type Chip, type ContentMessage, compile, listAmlReferences, type Part } from '@parley/amf'
import type { FlowQuestion } from '@parley/flow'
import type { MessageEffect } from './simulation.ts'

type MessageContext = { content: AgentContent; timezone: string }

/** A word of a flow as the message that it becomes; nothing where a template is gone. */
export function toContentMessage(
  effect: MessageEffect,
  { content, timezone }: MessageContext,
): ContentMessage | undefined {
  if (effect.kind === 'ask') return message([toMessagePart(effect.question, timezone)])
  if (effect.kind === 'template') {
    const aml = content.template?.(effect.templateId)
    return aml === undefined ? undefined : compile(aml, { content }).message
  }
  const { text, suggestions = [] } = effect
  const own =
    listAmlReferences(text).length > 0 ? compile(text, { content }).message : message([{ type: 'text', text }])
  const chips = [...(own.chips ?? []), ...suggestions.map((label): Chip => ({ label }))]
  return { ...own, ...(chips.length > 0 && { chips }) }
}

const message = (parts: Part[]): ContentMessage => ({ spec: 'amf/1', parts })

/** A question in the form that its answer has. */
function toMessagePart({ intentId, text, form }: FlowQuestion, timezone: string): Part {
  if (form.kind === 'open') return { type: 'text', text }
  if (form.kind === 'confirm') return { type: 'confirm', intentId, prompt: text }
  if (form.kind === 'choice') return { type: 'ask.choice', intentId, prompt: text, options: form.options }
  const slots = form.options.map(({ id, label }) => ({ id, label, start: { iso: id, tz: timezone } }))
  return { type: 'ask.time', intentId, prompt: text, slots }
}
