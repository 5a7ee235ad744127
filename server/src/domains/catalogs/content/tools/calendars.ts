import type { CatalogTool } from '../../entry.ts'
import { connectionIdProperty, createConfigSchema, createParametersSchema } from './config-schema.ts'

const dateTime = {
  type: 'string',
  format: 'date-time',
  description: 'With its offset, for example 2030-05-14T09:30:00+02:00.',
}
const timeZone = { type: 'string', description: 'IANA time zone, for example Europe/Berlin.' }

/** https://developers.google.com/workspace/calendar/api/v3/reference/events/insert */
const googleCalendar: CatalogTool = {
  id: '@svc/tool.google-calendar',
  version: '1.0.0',
  name: 'Google Calendar',
  description: 'Adds an event to a Google calendar and invites the people it is for.',
  category: 'calendar',
  parameters: createParametersSchema(['summary', 'start', 'end'], {
    summary: { type: 'string', minLength: 1, maxLength: 1024, description: 'Title of the event.' },
    description: { type: 'string', maxLength: 8192, description: 'Notes that every invitee can read.' },
    location: { type: 'string', maxLength: 1024, description: 'The address or place, as free text.' },
    start: { type: 'object', additionalProperties: false, required: ['dateTime'], properties: { dateTime, timeZone } },
    end: { type: 'object', additionalProperties: false, required: ['dateTime'], properties: { dateTime, timeZone } },
    attendees: {
      type: 'array',
      maxItems: 50,
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['email'],
        properties: { email: { type: 'string', format: 'email' }, displayName: { type: 'string' } },
      },
    },
  }),
  configSchema: createConfigSchema([], {
    calendarId: {
      type: 'string',
      title: 'Calendar',
      description: 'The id of the calendar, often an email address. Default: the account’s primary calendar.',
      maxLength: 254,
    },
    connectionId: connectionIdProperty,
    sendUpdates: {
      type: 'string',
      title: 'Invitations',
      description: 'Who receives an invitation by email: everyone, only people outside Google Calendar, or no one.',
      enum: ['all', 'externalOnly', 'none'],
    },
    addMeet: {
      type: 'boolean',
      title: 'Add a video call',
      description: 'Adds a Google Meet link to each event.',
      default: false,
    },
  }),
  oauth: { provider: 'google', scopes: ['https://www.googleapis.com/auth/calendar.events'] },
}

const graphTime = {
  type: 'object',
  additionalProperties: false,
  required: ['dateTime', 'timeZone'],
  properties: {
    dateTime: { type: 'string', description: 'Local time without an offset, for example 2030-05-14T09:30:00.' },
    timeZone,
  },
}

/** https://learn.microsoft.com/graph/api/user-post-events */
const microsoftCalendar: CatalogTool = {
  id: '@svc/tool.microsoft-calendar',
  version: '1.0.0',
  name: 'Microsoft 365 Calendar',
  description: 'Adds an event to an Outlook calendar and invites the people it is for.',
  category: 'calendar',
  parameters: createParametersSchema(['subject', 'start', 'end'], {
    subject: { type: 'string', minLength: 1, maxLength: 255, description: 'Title of the event.' },
    body: {
      type: 'object',
      additionalProperties: false,
      required: ['contentType', 'content'],
      properties: { contentType: { type: 'string', enum: ['text', 'html'] }, content: { type: 'string' } },
    },
    start: graphTime,
    end: graphTime,
    location: {
      type: 'object',
      additionalProperties: false,
      required: ['displayName'],
      properties: { displayName: { type: 'string', description: 'The address or place, as free text.' } },
    },
    attendees: {
      type: 'array',
      maxItems: 50,
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['emailAddress'],
        properties: {
          type: { type: 'string', enum: ['required', 'optional', 'resource'] },
          emailAddress: {
            type: 'object',
            additionalProperties: false,
            required: ['address'],
            properties: { address: { type: 'string', format: 'email' }, name: { type: 'string' } },
          },
        },
      },
    },
  }),
  configSchema: createConfigSchema([], {
    calendarId: {
      type: 'string',
      title: 'Calendar',
      description: 'The id of the calendar. Default: the account’s default calendar.',
      maxLength: 500,
    },
    connectionId: connectionIdProperty,
    category: {
      type: 'string',
      title: 'Category',
      description: 'The Outlook category of each event, which makes it stand out in the calendar.',
      maxLength: 100,
    },
    isOnlineMeeting: {
      type: 'boolean',
      title: 'Add a video call',
      description: 'Adds a Teams meeting to each event.',
      default: false,
    },
  }),
  oauth: { provider: 'microsoft', scopes: ['offline_access', 'Calendars.ReadWrite'] },
}

export const calendarTools: CatalogTool[] = [googleCalendar, microsoftCalendar]
