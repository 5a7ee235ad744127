import { httpUrl } from '@parley/findings'
import { z } from 'zod'
import { MessageState } from '../handset.ts'

const eventText = z.string().min(1, 'must not be empty').max(10_000, 'must have at most 10000 characters')
const reference = z.string().min(1, 'must not be empty').max(500, 'must have at most 500 characters')

export const HandsetEvent = z
  .discriminatedUnion('type', [
    z.strictObject({ type: z.literal('text'), text: eventText }),
    z.strictObject({
      type: z.literal('tap'),
      label: eventText.meta({ description: 'Of the chip, or its `value` where several have the same label.' }),
      messageId: reference.optional().meta({ description: 'The newest message that has the chip unless given.' }),
    }),
    z.strictObject({
      type: z.literal('pick'),
      id: reference.meta({ description: 'Of an option or a time: as the agent named it, or as the payload does.' }),
      also: z
        .array(reference)
        .max(100)
        .optional()
        .meta({ description: 'More of the same list, where it takes several.' }),
    }),
    z.strictObject({ type: z.literal('media'), url: httpUrl, mediaType: reference.optional() }),
    z.strictObject({
      type: z.literal('location'),
      latitude: z.number().min(-90).max(90),
      longitude: z.number().min(-180).max(180),
      label: eventText.optional(),
    }),
    z.strictObject({ type: z.literal('typing') }),
    z.strictObject({ type: z.literal('receipt'), messageId: reference, state: MessageState }),
    z.strictObject({ type: z.literal('subscribe') }),
    z.strictObject({ type: z.literal('unsubscribe') }),
  ])
  .meta({ id: 'HandsetEvent', examples: [{ type: 'text', text: 'Hello' }] })
export type HandsetEvent = z.infer<typeof HandsetEvent>
export type HandsetEventOf<Type extends HandsetEvent['type']> = Extract<HandsetEvent, { type: Type }>

export const HandsetEventResult = z
  .strictObject({
    userId: z.string().optional(),
    eventId: z.string().meta({
      description: "Of the event that the agent is sent; the lab's own where it is sent none.",
    }),
  })
  .meta({ id: 'TakenEvent', examples: [{ userId: 'usr_0m3k1', eventId: 'evt_0m3k2' }] })
