import { triggerStates } from '@parley/definition/vocabulary'
import { z } from 'zod'

export type RowState = (typeof triggerStates)[number]

export const AutomatedRow = z
  .strictObject({
    personId: z.string(),
    state: z.enum(triggerStates),
    reason: z.string().optional().meta({
      description: 'Why it was skipped or failed, or what it is waiting for, for example in-conversation.',
    }),
    dueAt: z.iso.datetime(),
    sendId: z.string().optional(),
  })
  .meta({
    id: 'AutomatedOutreachRow',
    examples: [{ personId: 'per_01', state: 'waiting', reason: 'in-conversation', dueAt: '2030-01-31T09:00:00.000Z' }],
  })
export type AutomatedRow = z.infer<typeof AutomatedRow>
