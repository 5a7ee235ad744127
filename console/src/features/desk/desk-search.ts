import type { Channel } from '@parley/amf'
import { channels } from '@parley/amf/channels'

export const deskViewNames = ['mine', 'waiting', 'unassigned', 'open', 'closed'] as const
export type DeskViewName = (typeof deskViewNames)[number]

/** URL search params of the desk: the view, its filters and the open conversation. */
export type DeskSearch = {
  view?: DeskViewName
  /** The userId of the open conversation. */
  conversation?: string
  q?: string
  channel?: Channel
  tag?: string
  playbook?: string
  unanswered?: true
  campaignReplies?: true
  hideOpeners?: true
  snoozed?: true
}

const text = (value: unknown) =>
  (typeof value === 'string' || typeof value === 'number') && value !== '' ? String(value) : undefined
const flag = (value: unknown) => (value === true || value === 'true' ? true : undefined)
const oneOf = <T extends string>(list: readonly T[], value: unknown) => list.find((one) => one === value)

export function readDeskSearch(search: Record<string, unknown>): DeskSearch {
  const read: DeskSearch = {
    view: oneOf(deskViewNames, search.view),
    conversation: text(search.conversation),
    q: text(search.q),
    channel: oneOf(channels, search.channel),
    tag: text(search.tag),
    playbook: text(search.playbook),
    unanswered: flag(search.unanswered),
    campaignReplies: flag(search.campaignReplies),
    hideOpeners: flag(search.hideOpeners),
    snoozed: flag(search.snoozed),
  }
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined))
}

export const defaultView: DeskViewName = 'open'

/** The search as the query of the API. */
export function toListQuery({ view = defaultView, q, channel, tag, playbook, ...flags }: DeskSearch) {
  const yes = (value: true | undefined) => (value ? ('true' as const) : undefined)
  const query = {
    view,
    q,
    channel,
    tag,
    playbook,
    unanswered: yes(flags.unanswered),
    campaignReplies: yes(flags.campaignReplies),
    hideOpeners: yes(flags.hideOpeners),
    snoozed: yes(flags.snoozed),
  }
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined)) as Partial<typeof query>
}

export const isFiltered = ({ view: _view, conversation: _conversation, ...filters }: DeskSearch): boolean =>
  Object.values(filters).some((value) => value !== undefined)

const minuteMs = 60_000

/** How urgent a wait is; the color only repeats the time next to it. */
export function getWaitUrgency(waitingSince: string, now: number): 'fresh' | 'late' | 'overdue' {
  const minutes = (now - Date.parse(waitingSince)) / minuteMs
  if (minutes < 5) return 'fresh'
  return minutes < 15 ? 'late' : 'overdue'
}

/** Such as `45 s`, `12 min`, `3 h 5 min`. */
export function formatWait(waitingSince: string, now: number): string {
  const seconds = Math.max(0, Math.floor((now - Date.parse(waitingSince)) / 1_000))
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes} min`
  const hours = Math.floor(minutes / 60)
  return hours < 24 ? `${hours} h ${minutes % 60} min` : `${Math.floor(hours / 24)} d`
}
