import { z } from 'zod'
import { timestamp } from '../../platform/http/schemas.ts'
import type { PersonListener } from '../people/index.ts'
import { automatedToCopy, followUpsToCopy, redemptionsToCopy, sendsToCopy } from './queries/copy.ts'

const Send = z.strictObject({
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
const Automated = z.strictObject({
  automatedOutreachId: z.string(),
  outreachId: z.string(),
  state: z.string(),
  reason: z.string().optional(),
  triggeredAt: timestamp,
})
const FollowUp = z.strictObject({
  sendId: z.string(),
  outreachId: z.string(),
  state: z.string(),
  times: z.int(),
  createdAt: timestamp,
})
const Redemption = z.strictObject({ linkId: z.string(), userId: z.string(), state: z.string(), redeemedAt: timestamp })

/** What the business side has sent, or was about to. */
export const copied: PersonListener['copied'] = {
  sends: { entry: Send, read: sendsToCopy },
  automatedOutreach: { entry: Automated, read: automatedToCopy },
  followUps: { entry: FollowUp, read: followUpsToCopy },
  linkRedemptions: { entry: Redemption, read: redemptionsToCopy },
}
