import { channels, compile, render } from '@parley/amf'
import { z } from 'zod'
import type { LocalTool } from '../tool.ts'

const PreviewInput = z.strictObject({
  aml: z.string().max(20_000).describe('The message as text with markers, see parley://docs/aml.'),
  channel: z.enum(channels).default('rcs').describe('The channel to preview.'),
  locale: z.string().max(35).optional().describe('For dates and money, such as en-GB.'),
})

const { $schema: _, ...previewInputSchema } = z.toJSONSchema(PreviewInput, { io: 'input' })

/** The compiler is a pure function: previewing a text requires neither an agent nor a person. */
export const amlTool: LocalTool = {
  name: 'preview_aml',
  title: 'Preview AML',
  description:
    'Compiles a message written in AML and shows what a person would read and tap on a channel, what the channel cannot show, and any problems with line and column. Slots such as {person.firstName} are not filled in.',
  input: previewInputSchema,
  output: {
    type: 'object',
    properties: {
      channel: { type: 'string' },
      messages: { type: 'array', items: { type: 'object' } },
      losses: { type: 'array' },
      problems: { type: 'array', items: { type: 'object' } },
      warnings: { type: 'array' },
      message: { type: 'object' },
    },
    required: ['problems', 'warnings'],
  },
  hints: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  run(args) {
    const input = PreviewInput.safeParse(args)
    if (!input.success) return { problem: { code: 'request.invalid', message: z.prettifyError(input.error) } }
    const { aml, channel, locale } = input.data
    const { message, problems, warnings } = compile(aml)
    if (problems.length > 0 || message.parts.length === 0) return { result: { problems, warnings } }
    const { messages, losses } = render(message, { channel, messageId: 'preview', locale })
    const rendered = messages.map(({ text, chips, sms }) => ({ text, chips: chips.map(({ label }) => label), sms }))
    return { result: { channel, messages: rendered, losses, problems, warnings, message } }
  },
}
