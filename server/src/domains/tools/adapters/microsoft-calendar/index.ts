import { z } from 'zod'
import type { ToolAdapter, ToolCall, ToolResponse } from '../../adapter.ts'
import {
  callToolProvider,
  createRepeatableId,
  encodeSegment,
  parseResponse,
  type ToolProvider,
  toProviderError,
} from '../provider.ts'

const ErrorBody = z.object({ error: z.object({ code: z.string(), message: z.string() }) })

const microsoft: ToolProvider = {
  name: 'Microsoft 365',
  fixCredentials: 'Connect the Microsoft account again in the settings of the tool.',
  fixPermission: 'Let the connected Microsoft account write to this calendar, and grant the Calendars.ReadWrite scope.',
  explain(body) {
    const error = ErrorBody.safeParse(body).data?.error
    return error && (error.message || error.code)
  },
}

const Event = z.object({
  id: z.string(),
  webLink: z.string().nullish(),
  onlineMeeting: z.object({ joinUrl: z.string().nullish() }).nullish(),
})

type MicrosoftCalendarConfig = { calendarId?: string; category?: string; isOnlineMeeting?: boolean }

export const microsoftCalendarAdapter: ToolAdapter = {
  toolId: '@svc/tool.microsoft-calendar',
  baseUrl: () => 'https://graph.microsoft.com',
  sideEffects: true,
  idempotent: true,
  async call(call) {
    const { calendarId } = call.config as MicrosoftCalendarConfig
    const calendar = calendarId ? `/me/calendars/${encodeSegment(calendarId)}` : '/me'
    const response = await call.request({ method: 'POST', path: `/v1.0${calendar}/events`, json: toEvent(call) })
    if (response.status < 300) return toEventResult(parseResponse(microsoft, Event, response))
    const earlier = readDuplicate(response)
    if (!earlier) throw toProviderError(microsoft, call, response)
    if (earlier.eventId === undefined) return { alreadyCreated: true }
    const path = `/v1.0/me/events/${encodeSegment(earlier.eventId)}`
    const created = await callToolProvider(microsoft, call, { method: 'GET', path })
    return toEventResult(parseResponse(microsoft, Event, created))
  },
}

const DuplicateBody = z.object({
  error: z.object({
    code: z.literal('ErrorDuplicateTransactionId'),
    '@event.existingEventId': z.string().min(1).optional().catch(undefined),
  }),
})

/** Whether an earlier attempt of this call created the event: no other call has its transaction id. */
function readDuplicate({ status, text }: ToolResponse): { eventId?: string } | undefined {
  if (status !== 400 && status !== 409) return undefined
  try {
    const { success, data } = DuplicateBody.safeParse(JSON.parse(text))
    return success ? { eventId: data.error['@event.existingEventId'] } : undefined
  } catch {
    return undefined
  }
}

function toEventResult({ id, webLink, onlineMeeting }: z.output<typeof Event>): object {
  const meetingUrl = onlineMeeting?.joinUrl
  return { id, ...(webLink && { url: webLink }), ...(meetingUrl && { meetingUrl }) }
}

function toEvent(call: ToolCall): object {
  const { category, isOnlineMeeting } = call.config as MicrosoftCalendarConfig
  return {
    ...call.with,
    ...(category && { categories: [category] }),
    ...(isOnlineMeeting && { isOnlineMeeting: true, onlineMeetingProvider: 'teamsForBusiness' }),
    // Graph answers a repeated transaction id with the event that the first request created, or refuses it.
    transactionId: createRepeatableId(call),
  }
}
