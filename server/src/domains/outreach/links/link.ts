import { type Channel, type Delivery, ProviderTemplate } from '@parley/amf'
import { boundedText } from '@parley/findings'
import { z } from 'zod'
import { timestamp } from '../../../platform/http/schemas.ts'
import { dayMilliseconds } from '../../../platform/world.ts'
import type { LiveBinding } from '../../channels/index.ts'

/** The channels on which an agent may write first to a number that a visitor entered. */
const linkChannels = ['rcs', 'sms', 'messengerA'] as const satisfies readonly Channel[]
type LinkChannel = (typeof linkChannels)[number]
type LinkTemplates = z.infer<typeof LinkTemplates>

const defaultChannels: readonly LinkChannel[] = ['rcs']

/** The channels of a link, in order of preference. */
export const linkChannelsOf = ({ channels }: Pick<Link, 'channels'>): readonly LinkChannel[] =>
  channels ?? defaultChannels

/** An outreach link: a public page on which a tester enters a phone number (docs/outreach-links.md). */
export type Link = {
  id: string
  /** Part of the page's URL. */
  code: string
  /** The binding of the first channel. */
  bindingId: string
  /** In order of preference; default: rcs. */
  channels?: LinkChannel[]
  templates?: LinkTemplates
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

const LinkTemplates = z.strictObject({ messengerA: ProviderTemplate.optional() })

const channelList = z
  .array(z.enum(linkChannels))
  .min(1)
  .refine((list) => new Set(list).size === list.length, 'must not list a channel twice')

export const LinkCreate = z
  .strictObject({
    bindingId: z.string().meta({ description: 'The binding of the first channel: an rcs binding by default.' }),
    channels: channelList.optional().meta({
      default: ['rcs'],
      description: 'In order of preference: the opener leaves on the first that reaches the number.',
    }),
    templates: LinkTemplates.optional().meta({
      description: 'Required with messengerA, which delivers only approved templates to people who have not written.',
    }),
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
    channels: channelList.optional(),
    templates: LinkTemplates.optional(),
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

export type LinkFault = { field: string; message: string }

/** Returns what is wrong with the channels of a new link, one fault per field. */
export function findChannelFaults(
  { bindingId, channels, templates }: Pick<LinkCreate, 'bindingId' | 'channels' | 'templates'>,
  bindings: readonly Pick<LiveBinding, 'id' | 'channel'>[],
): LinkFault[] {
  const wanted = linkChannelsOf({ channels })
  const [first] = wanted
  const faults = wanted.flatMap((channel, index) =>
    index === 0 || bindings.some((one) => one.channel === channel)
      ? []
      : [{ field: `channels[${index}]`, message: `must be a channel of this agent; it has no ${channel} binding` }],
  )
  if (bindings.find(({ id }) => id === bindingId)?.channel !== first) {
    const which = channels ? `the first channel, ${first}` : first
    faults.unshift({ field: 'bindingId', message: `must be the id of the agent's binding of ${which}` })
  }
  if (wanted.includes('messengerA') && !templates?.messengerA) {
    const message = 'must name an approved template: people who have not written get nothing else'
    faults.push({ field: 'templates.messengerA', message })
  }
  return faults
}

/** How the opening moves from channel to channel; undefined where the link has a single channel without a template. */
export function deliveryOfLink(link: Pick<Link, 'channels' | 'templates'>): Delivery | undefined {
  const channels = linkChannelsOf(link)
  const { templates } = link
  if (channels.length === 1) return templates && { templates }
  return { channels: [...channels], fallbackOn: ['sendFailed'], ...(templates && { templates }) }
}

/** The channels on which the link can send now. */
export const listOpenChannels = (
  link: Pick<Link, 'channels'>,
  bindings: readonly Pick<LiveBinding, 'channel' | 'status'>[],
): LinkChannel[] =>
  linkChannelsOf(link).filter((channel) => bindings.some((one) => one.channel === channel && one.status === 'Active'))

export const linkBlockReasons = {
  disabled: 'The link is paused.',
  binding_deleted: 'The channel of the link was deleted.',
  expired: 'The link has expired.',
  no_channel: 'The channel of the link is deleted, or none of its channels is active.',
  used_up: 'The link is used up.',
} as const
export type LinkBlock = keyof typeof linkBlockReasons

/** Whether the agent still has the link's own binding; a new one has another id and does not reactivate an old link. */
export const hasOwnBinding = ({ bindingId }: Link, bindings: readonly Pick<LiveBinding, 'id'>[]): boolean =>
  bindings.some(({ id }) => id === bindingId)

export function linkBlockedBy(
  link: Link,
  bindings: readonly Pick<LiveBinding, 'id' | 'channel' | 'status'>[],
  now: Date,
): LinkBlock | undefined {
  if (link.disabled) return link.disabledReason ?? 'disabled'
  if (link.expiresAt <= now) return 'expired'
  if (!hasOwnBinding(link, bindings) || listOpenChannels(link, bindings).length === 0) return 'no_channel'
  return link.uses >= link.maxUses ? 'used_up' : undefined
}
