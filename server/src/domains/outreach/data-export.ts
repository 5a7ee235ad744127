import { z } from 'zod'
import { timestamp } from '../../platform/http/schemas.ts'
import type { PersonListener } from '../people/index.ts'
import { exportAutomatedRows, exportFollowUps, exportRedemptions, exportSends } from './queries/data-export.ts'

const ExportedSend = z.strictObject({
  sendId: z.string(),
  outreachId: z.string(),
  origin: z.string(),
  campaignId: z.string().optional(),
  channel: z.string(),
  state: z.string(),
  reason: z.string().optional(),
  inputs: z.unknown().optional().meta({ description: 'What was sent along for the message.' }),
  consent: z.unknown().optional().meta({ description: 'What the caller claimed of consent.' }),
  messageId: z.string().optional(),
  queuedAt: timestamp,
  sentAt: timestamp.optional(),
  respondedAt: timestamp.optional(),
})
const ExportedAutomatedRow = z.strictObject({
  automatedOutreachId: z.string(),
  outreachId: z.string(),
  state: z.string(),
  reason: z.string().optional(),
  triggeredAt: timestamp,
})
const ExportedFollowUp = z.strictObject({
  sendId: z.string(),
  outreachId: z.string(),
  state: z.string(),
  times: z.int(),
  createdAt: timestamp,
})
const ExportedRedemption = z.strictObject({
  linkId: z.string(),
  userId: z.string(),
  state: z.string(),
  redeemedAt: timestamp,
})

export const outreachDataExport: PersonListener['dataExport'] = {
  sends: { entry: ExportedSend, read: exportSends },
  automatedOutreach: { entry: ExportedAutomatedRow, read: exportAutomatedRows },
  followUps: { entry: ExportedFollowUp, read: exportFollowUps },
  linkRedemptions: { entry: ExportedRedemption, read: exportRedemptions },
}
