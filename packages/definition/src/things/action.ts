import { boundedText } from '@parley/findings'
import { z } from 'zod'
import { toE164 } from '../phone-number.ts'
import { webUrl } from './fields.ts'

const thingActionKinds = ['url', 'dial', 'reply', 'viewLocation'] as const
type ThingActionKind = (typeof thingActionKinds)[number]

export const maxActionLabelLength = 25
const label = boundedText({ min: 1, max: maxActionLabelLength })

const actionWith = <P extends z.ZodType>(phone: P) =>
  z.discriminatedUnion('kind', [
    z.strictObject({ label, kind: z.literal('url').optional(), url: webUrl(2000) }),
    z.strictObject({ label, kind: z.literal('dial'), phone }),
    z.strictObject({
      label,
      kind: z.literal('reply'),
      value: boundedText({ min: 1, max: 200 })
        .optional()
        .meta({ description: 'What the agent receives; the label and the name of the Thing when absent.' }),
    }),
    z.strictObject({ label, kind: z.literal('viewLocation') }),
  ])

/** Stored form. */
export const ThingAction = actionWith(z.string().meta({ examples: ['+12025550143'] }))
export type ThingAction = z.infer<typeof ThingAction>

/** The field that only actions of this kind carry. */
const targets = { url: 'url', phone: 'dial', value: 'reply' } as const satisfies Record<string, ThingActionKind>

const dialNumber = boundedText({ max: 100 })
  .transform((written, context) => {
    const number = toE164(written)
    if (number === undefined) context.addIssue('must be a telephone number, for example +12025550143')
    return number ?? z.NEVER
  })
  .meta({ description: 'Any common format; read as US without a country code, kept as E.164.' })

/** Request form of an action: fields of other kinds are dropped without validation. */
export const ThingActionInput = z.preprocess((sent, context) => {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return sent
  const { kind = 'url' } = sent as { kind?: unknown }
  if (!thingActionKinds.some((known) => known === kind))
    context.addIssue({ code: 'custom', path: ['kind'], message: `must be one of ${thingActionKinds.join(', ')}` })
  return Object.fromEntries(
    Object.entries(sent).filter(
      ([key]) => !Object.hasOwn(targets, key) || targets[key as keyof typeof targets] === kind,
    ),
  )
}, actionWith(dialNumber))
