import { channels } from '@parley/amf'
import { z } from 'zod'
import { pageQuery } from '../../../platform/http/page.ts'
import { instantQuery, timestamp } from '../../../platform/http/schemas.ts'

export const replayStatuses = ['running', 'completed', 'failed', 'cancelled'] as const
export type ReplayStatus = (typeof replayStatuses)[number]
const replayVerdicts = ['same', 'changed', 'error'] as const
export type ReplayVerdict = (typeof replayVerdicts)[number]
const replayReasons = ['text', 'playbook', 'tools', 'outcome'] as const
export type ReplayReason = (typeof replayReasons)[number]

const count = z.int().min(0)
const [start, end] = ['2030-01-30T00:00:00.000Z', '2030-01-31T00:00:00.000Z']

const defaultSessions = 100
const maxSessions = 1000

export const ReplayBody = z
  .strictObject({
    draftId: z.string().min(1).max(200).optional().meta({ description: 'The draft that answers; default: live.' }),
    version: z
      .int()
      .min(1)
      .max(999_999_999)
      .optional()
      .meta({ description: 'The version that answers, instead of a draft.' }),
    start: instantQuery.meta({ description: 'Sessions that began from then on.', format: 'date-time' }),
    end: instantQuery.meta({ description: 'Exclusive.', format: 'date-time' }),
    limit: z
      .int()
      .min(1)
      .max(maxSessions)
      .default(defaultSessions)
      .meta({ description: 'At most so many sessions, the newest ones.' }),
    channel: z.enum(channels).optional(),
  })
  .meta({ id: 'ReplayBody', examples: [{ draftId: 'dft_01', start, end, limit: 100 }] })

const replayExample = {
  id: 'rpl_01',
  status: 'completed' as const,
  draftId: 'dft_01',
  start,
  end,
  limit: 100,
  conversations: 100,
  turns: 340,
  same: 93,
  changed: 6,
  errors: 1,
  createdAt: '2030-01-31T09:00:00.000Z',
  finishedAt: '2030-01-31T09:00:40.000Z',
}

export const ReplayResponse = z
  .strictObject({
    id: z.string(),
    status: z.enum(replayStatuses),
    draftId: z.string().optional().meta({ description: 'The draft that answers.' }),
    version: z.int().optional().meta({ description: 'The version that answers.' }),
    start: timestamp,
    end: timestamp,
    limit: count,
    channel: z.enum(channels).optional(),
    conversations: count.meta({ description: 'Sessions that are said again.' }),
    turns: count.meta({ description: 'Turns that were compared so far.' }),
    same: count,
    changed: count,
    errors: count.meta({ description: 'Conversations, as `same` and `changed`.' }),
    cost: z
      .strictObject({ amount: z.number(), currency: z.string() })
      .optional()
      .meta({ description: 'What the models cost; absent if none of them has a price, or prices differ in currency.' }),
    failReason: z.string().optional(),
    createdAt: timestamp,
    finishedAt: timestamp.optional(),
  })
  .meta({ id: 'Replay', examples: [replayExample] })
export type ReplayResponse = z.input<typeof ReplayResponse>

const TurnSide = z.strictObject({
  text: z.string(),
  playbookId: z.string().optional(),
  tools: z.array(z.string()).meta({ description: 'The tools that were called, in order.' }),
})
export type TurnSide = z.infer<typeof TurnSide>

const ReplayedTurn = z
  .strictObject({
    said: z.string(),
    before: TurnSide,
    after: TurnSide,
    verdict: z.enum(replayVerdicts),
    why: z.array(z.enum(replayReasons)).meta({ description: 'What differs, if the verdict is `changed`.' }),
    error: z.string().optional().meta({ description: 'Why the turn could not be played.' }),
  })
  .meta({
    id: 'ReplayedTurn',
    examples: [
      {
        said: 'When are you open?',
        before: { text: 'From nine to five.', playbookId: 'general', tools: [] },
        after: { text: 'From nine to six.', playbookId: 'general', tools: [] },
        verdict: 'changed',
        why: ['text'],
      },
    ],
  })
export type ReplayedTurn = z.infer<typeof ReplayedTurn>

export const ReplayedConversation = z
  .strictObject({ sessionId: z.string(), verdict: z.enum(replayVerdicts), turns: z.array(ReplayedTurn) })
  .meta({
    id: 'ReplayedConversation',
    examples: [
      {
        sessionId: 'ses_01',
        verdict: 'changed',
        turns: [
          {
            said: 'When are you open?',
            before: { text: 'From nine to five.', playbookId: 'general', tools: [] },
            after: { text: 'From nine to six.', playbookId: 'general', tools: [] },
            verdict: 'changed',
            why: ['text'],
          },
        ],
      },
    ],
  })
export type ReplayedConversation = z.infer<typeof ReplayedConversation>

export const ReplaysQuery = z.strictObject({ ...pageQuery.shape })
export const ReplayConversationsQuery = z.strictObject({
  ...pageQuery.shape,
  verdict: z.enum(replayVerdicts).optional(),
})

export const MakeCaseBody = z
  .strictObject({ suiteId: z.string().min(1).max(200), title: z.string().min(1).max(300).optional() })
  .meta({ id: 'MakeCaseBody', examples: [{ suiteId: 'ste_01' }] })

/** A stored replay, without the counts of its conversations. */
export type ReplayState = {
  id: string
  status: ReplayStatus
  draftId?: string
  version?: number
  start: Date
  end: Date
  limit: number
  channel?: (typeof channels)[number]
  failReason?: string
  createdAt: Date
  finishedAt?: Date
}

export type ReplayCounters = Pick<ReplayResponse, 'conversations' | 'turns' | 'same' | 'changed' | 'errors' | 'cost'>

export const noReplayCounters: ReplayCounters = { conversations: 0, turns: 0, same: 0, changed: 0, errors: 0 }

export function serializeReplay(replay: ReplayState, counters: ReplayCounters): ReplayResponse {
  const { start, end, createdAt, finishedAt, failReason, id, status, draftId, version, limit, channel } = replay
  return {
    id,
    status,
    ...(draftId !== undefined && { draftId }),
    ...(version !== undefined && { version }),
    start: start.toISOString(),
    end: end.toISOString(),
    limit,
    ...(channel !== undefined && { channel }),
    ...counters,
    ...(failReason !== undefined && { failReason }),
    createdAt: createdAt.toISOString(),
    ...(finishedAt && { finishedAt: finishedAt.toISOString() }),
  }
}
