import { boundedText } from '@parley/findings'
import { z } from 'zod'
import { timestamp } from '../../../platform/http/schemas.ts'
import { dayMilliseconds } from '../../../platform/world.ts'
import type { LiveBinding } from '../../channels/index.ts'

/** An outreach link: a public page on which a tester enters a phone number (docs/outreach-links.md). */
export type Link = {
  id: string
  /** Part of the page's URL. */
  code: string
  bindingId: string
  label?: string
  maxUses: number
  uses: number
  expiresAt: Date
  disabled: boolean
  disabledReason?: 'binding_deleted'
  createdAt: Date
}

const linkDefaults = { maxUses: 25, days: 14 }
const linkLimits = { maxUses: 500, days: 30 }

export const LinkCreate = z
  .strictObject({
    bindingId: z.string().meta({ description: 'An rcs binding of this agent.' }),
    label: boundedText({ max: 200 }).optional(),
    maxUses: z.int().min(1).max(linkLimits.maxUses).default(linkDefaults.maxUses),
    expiresAt: z.iso
      .datetime({ offset: true, error: 'must be a time, for example 2030-01-31T09:00:00Z' })
      .optional()
      .meta({ description: `At most ${linkLimits.days} days from now; default: ${linkDefaults.days}.` }),
  })
  .meta({ id: 'OutreachLinkCreate', examples: [{ bindingId: 'chn_01', label: 'Testers', maxUses: 25 }] })
export type LinkCreate = z.output<typeof LinkCreate>

export const LinkPatch = z
  .strictObject({ disabled: z.boolean() })
  .meta({ id: 'OutreachLinkPatch', examples: [{ disabled: true }] })

export const LinkRedeem = z
  .strictObject({ personaId: z.string() })
  .meta({ id: 'OutreachLinkRedeem', examples: [{ personaId: 'psn_01' }] })

export const LinkRedemptionResult = z
  .strictObject({
    status: z.literal('queued'),
    personaId: z.string(),
    userId: z.string().meta({ description: 'The identity that the persona plays with.' }),
  })
  .meta({ id: 'OutreachLinkRedeemed', examples: [{ status: 'queued', personaId: 'psn_01', userId: 'asid_01' }] })

export const OutreachLink = z
  .strictObject({
    id: z.string(),
    code: z.string(),
    url: z.url().meta({ description: 'The public page; anyone with the address can enter a number.' }),
    bindingId: z.string(),
    label: z.string().optional(),
    maxUses: z.int(),
    usesRemaining: z.int(),
    redemptionCount: z.int(),
    expiresAt: timestamp,
    disabled: z.boolean(),
    disabledReason: z.enum(['binding_deleted']).optional(),
    createdAt: timestamp,
  })
  .meta({
    id: 'OutreachLink',
    examples: [
      {
        id: 'lnk_01',
        code: 'h2Kd8sQm4TzX0bVnR7cLpA',
        url: 'https://parley.example.com/o/h2Kd8sQm4TzX0bVnR7cLpA',
        bindingId: 'chn_01',
        label: 'Testers',
        maxUses: 25,
        usesRemaining: 24,
        redemptionCount: 1,
        expiresAt: '2030-02-14T09:00:00.000Z',
        disabled: false,
        createdAt: '2030-01-31T09:00:00.000Z',
      },
    ],
  })
export type OutreachLink = z.input<typeof OutreachLink>

/** Each use is one redemption. */
export function serializeLink({ uses, expiresAt, createdAt, ...link }: Link, publicUrl: string): OutreachLink {
  return {
    ...link,
    url: `${publicUrl}/o/${link.code}`,
    usesRemaining: Math.max(0, link.maxUses - uses),
    redemptionCount: uses,
    expiresAt: expiresAt.toISOString(),
    createdAt: createdAt.toISOString(),
  }
}

/** Returns the expiry time, or what is wrong with it. */
export function resolveLinkExpiry({ expiresAt }: Pick<LinkCreate, 'expiresAt'>, now: Date): Date | { fault: string } {
  const inDays = (days: number) => new Date(now.getTime() + days * dayMilliseconds)
  if (expiresAt === undefined) return inDays(linkDefaults.days)
  const at = new Date(expiresAt)
  if (at <= now) return { fault: 'must be in the future' }
  return at > inDays(linkLimits.days) ? { fault: `must be at most ${linkLimits.days} days from now` } : at
}

export const linkBlockReasons = {
  disabled: 'The link is paused.',
  binding_deleted: 'The channel of the link was deleted.',
  expired: 'The link has expired.',
  no_channel: 'The channel of the link is deleted or not active.',
  used_up: 'The link is used up.',
} as const
export type LinkBlock = keyof typeof linkBlockReasons

/** `rcs` is the agent's current binding; a new binding has another id and does not reactivate an old link. */
export function linkBlockedBy(
  link: Link,
  rcs: Pick<LiveBinding, 'id' | 'status'> | undefined,
  now: Date,
): LinkBlock | undefined {
  if (link.disabled) return link.disabledReason ?? 'disabled'
  if (link.expiresAt <= now) return 'expired'
  if (rcs?.id !== link.bindingId || rcs.status !== 'Active') return 'no_channel'
  return link.uses >= link.maxUses ? 'used_up' : undefined
}
