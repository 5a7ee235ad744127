import { z } from 'zod'
import { timestamp } from '../../../platform/http/schemas.ts'

/** Most severe first. */
export const alertSeverities = ['error', 'warning', 'info'] as const

export const alertKinds = [
  'channel.failed',
  'channel.action-required',
  'connection.broken',
  'tool.broken',
  'webhook.deactivated',
  'webhook.failing',
  'campaign.failed',
  'campaign.held-up',
  'source.failed',
  'tests.failed',
  'lint.errors',
  'sends.failing',
  'budget.reached',
  'template.updates',
] as const

export const alertTargetKinds = [
  'channel',
  'connection',
  'tool',
  'webhook',
  'campaign',
  'source',
  'testRun',
  'lint',
  'sends',
  'template-update',
  'model',
] as const

export const AlertEntry = z
  .strictObject({
    agentId: z.string().optional().meta({ description: 'Absent if it concerns the whole org.' }),
    kind: z.enum(alertKinds),
    severity: z.enum(alertSeverities),
    text: z.string().meta({ description: "A sentence for the agent's operator." }),
    count: z.int().min(1).optional(),
    at: timestamp.optional().meta({ description: 'When it began, if known.' }),
    target: z
      .strictObject({ kind: z.enum(alertTargetKinds), id: z.string().optional() })
      .meta({ description: 'What it concerns.' }),
  })
  .meta({
    id: 'AttentionEntry',
    examples: [
      {
        agentId: 'front-desk',
        kind: 'channel.failed',
        severity: 'error',
        text: 'The sms channel of Front desk failed: the credentials were rejected.',
        at: '2030-01-31T09:00:00.000Z',
        target: { kind: 'channel', id: 'chn_01' },
      },
    ],
  })
export type AlertEntry = z.infer<typeof AlertEntry>

export const AlertList = z.strictObject({ data: z.array(AlertEntry) }).meta({ id: 'Attention' })
