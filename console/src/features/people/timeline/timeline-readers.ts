import type { Schema } from '@parley/sdk'
import type { CurrentAgent } from '../../../app/current-org.ts'
import { collectAll } from '../collect-all.ts'
import { type PageReader, readSendPage } from './timeline-pages.ts'

export type TimelineItem = { at: string; id: string } & (
  | { kind: 'message'; message: Schema<'AgentMessageEntry'> }
  | { kind: 'appointment'; appointment: Schema<'Appointment'>; step: Schema<'Appointment'>['history'][number] }
  | { kind: 'consent'; consent: Schema<'ConsentRecord'>['history'][number] }
  | { kind: 'journal'; entry: Schema<'JournalEntry'> }
  | { kind: 'send'; send: Schema<'OutreachSend'> }
)
export const timelineKinds = ['message', 'appointment', 'consent', 'journal', 'send'] as const
export type TimelineKind = (typeof timelineKinds)[number]
type TimelineReaders = Record<string, PageReader<TimelineItem>>
type TimelineContext = { api: CurrentAgent['api']; person: Schema<'Person'>; signal: AbortSignal }

const pageSize = 50

/** One reader per kind, and one for the messages of each identity. */
export function createTimelineReaders(whose: TimelineContext, kinds: readonly TimelineKind[]): TimelineReaders {
  const { identities } = whose.person
  const messages = identities.map(({ asid }) => [`message ${asid}`, createMessageReader(whose, asid)] as const)
  const all: Record<TimelineKind, readonly (readonly [string, PageReader<TimelineItem>])[]> = {
    message: messages,
    appointment: [['appointment', createAppointmentReader(whose)]],
    consent: [['consent', createConsentReader(whose)]],
    journal: [['journal', createJournalReader(whose)]],
    send: [['send', createSendReader(whose)]],
  }
  return Object.fromEntries(kinds.flatMap((kind) => all[kind]))
}

function createMessageReader({ api, signal }: TimelineContext, userId: string): PageReader<TimelineItem> {
  return async (pageToken) => {
    const query = { userId, start: '1970-01-01', limit: pageSize, pageToken }
    const { data, nextPageToken } = await api.get('/messages', { query, signal })
    const entries = data.filter(({ type, subtype }) => type !== 'status' || subtype === 'optOut' || subtype === 'optIn')
    return {
      entries: entries.map((message) => ({
        kind: 'message' as const,
        at: message.timestamp,
        id: `message ${message.messageId} ${message.type} ${message.subtype}`,
        message,
      })),
      next: nextPageToken,
    }
  }
}

/** Ordered by when each change was made, not by appointment time; the changes of all appointments form one list. */
function createAppointmentReader({ api, person, signal }: TimelineContext): PageReader<TimelineItem> {
  return async () => {
    const all = await collectAll(
      api.each('/people/{personId}/appointments', { path: { personId: person.id }, query: { limit: 200 }, signal }),
    )
    const entries = all.flatMap((appointment) =>
      appointment.history.map((step, index) => ({
        kind: 'appointment' as const,
        at: step.at,
        id: `appointment ${appointment.id} ${index}`,
        appointment,
        step,
      })),
    )
    return { entries: entries.toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at)) }
  }
}

function createConsentReader({ api, person, signal }: TimelineContext): PageReader<TimelineItem> {
  return async () => {
    const { history } = await api.get('/people/{personId}/consent', { path: { personId: person.id }, signal })
    return {
      entries: history.map((consent, index) => ({
        kind: 'consent' as const,
        at: consent.at,
        id: `consent ${consent.at} ${index}`,
        consent,
      })),
    }
  }
}

function createJournalReader({ api, person, signal }: TimelineContext): PageReader<TimelineItem> {
  return async (pageToken) => {
    const query = { limit: pageSize, pageToken }
    const path = { personId: person.id }
    const { data, nextPageToken } = await api.get('/people/{personId}/journal', { path, query, signal })
    return {
      entries: data.map((entry, index) => ({
        kind: 'journal' as const,
        at: entry.at,
        id: `journal ${entry.at} ${pageToken ?? ''} ${index}`,
        entry,
      })),
      next: nextPageToken,
    }
  }
}

function createSendReader({ api, person, signal }: TimelineContext): PageReader<TimelineItem> {
  return async (token) => {
    const read = async (query: { limit: number; until?: string }) =>
      (await api.get('/outreach/sends', { query: { personId: person.id, ...query }, signal })).data
    const { sends, next } = await readSendPage(read, token)
    return {
      entries: sends.map((send) => ({ kind: 'send' as const, at: send.queuedAt, id: `send ${send.sendId}`, send })),
      next,
    }
  }
}
