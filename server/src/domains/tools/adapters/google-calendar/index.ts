import { z } from 'zod'
import type { ToolAdapter, ToolCall } from '../../adapter.ts'
import { createGoogleProvider } from '../google.ts'
import { callToolProvider, createRepeatableId, encodeSegment, parseResponse, toProviderError } from '../provider.ts'

const googleCalendar = createGoogleProvider({
  name: 'Google Calendar',
  fixPermission: 'Let the connected Google account make changes to events of this calendar.',
})

const Event = z.object({
  id: z.string(),
  status: z.string().optional(),
  htmlLink: z.string().optional(),
  hangoutLink: z.string().optional(),
})

type GoogleCalendarConfig = {
  calendarId?: string
  sendUpdates?: 'all' | 'externalOnly' | 'none'
  addMeet?: boolean
}

export const googleCalendarAdapter: ToolAdapter = {
  toolId: '@svc/tool.google-calendar',
  baseUrl: () => 'https://www.googleapis.com',
  sideEffects: true,
  idempotent: true,
  async call(call) {
    const { calendarId = 'primary', sendUpdates = 'all', addMeet = false } = call.config as GoogleCalendarConfig
    const events = `/calendar/v3/calendars/${encodeSegment(calendarId)}/events`
    // Ids that clients choose consist of base32hex digits, which include the hexadecimal ones.
    const id = createRepeatableId(call)
    const response = await call.request({
      method: 'POST',
      path: events,
      query: { sendUpdates, conferenceDataVersion: addMeet ? '1' : '0' },
      json: toEvent(call, id, addMeet),
    })
    if (response.status < 300) return toEventResult(parseResponse(googleCalendar, Event, response))
    if (response.status !== 409) throw toProviderError(googleCalendar, call, response)
    // The id is in use: an earlier attempt of this call created the event.
    const created = await callToolProvider(googleCalendar, call, { method: 'GET', path: `${events}/${id}` })
    return toEventResult(parseResponse(googleCalendar, Event, created))
  },
}

function toEvent({ with: given }: ToolCall, id: string, addMeet: boolean): object {
  const createRequest = { requestId: id, conferenceSolutionKey: { type: 'hangoutsMeet' } }
  return { ...given, id, ...(addMeet && { conferenceData: { createRequest } }) }
}

function toEventResult({ id, status, htmlLink, hangoutLink }: z.output<typeof Event>): object {
  return {
    id,
    ...(htmlLink && { url: htmlLink }),
    ...(hangoutLink && { meetingUrl: hangoutLink }),
    ...(status && { status }),
  }
}
