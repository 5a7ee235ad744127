import type { ToolAdapter } from '../adapter.ts'
import { googleCalendarAdapter } from './google-calendar/index.ts'
import { googleSheetsAdapter } from './google-sheets/index.ts'
import { httpWebhookAdapter } from './http-webhook/index.ts'
import { hubspotAdapter } from './hubspot/index.ts'
import { mailgunAdapter } from './mailgun/index.ts'
import { microsoftCalendarAdapter } from './microsoft-calendar/index.ts'
import { sendgridAdapter } from './sendgrid/index.ts'
import { shopifyAdapter } from './shopify/index.ts'
import { slackWebhookAdapter } from './slack-webhook/index.ts'
import { stripeAdapter } from './stripe/index.ts'
import { twilioLookupAdapter } from './twilio-lookup/index.ts'
import { zendeskAdapter } from './zendesk/index.ts'

/** One adapter for each tool of the catalog. */
const adapters: readonly ToolAdapter[] = [
  googleCalendarAdapter,
  microsoftCalendarAdapter,
  slackWebhookAdapter,
  sendgridAdapter,
  mailgunAdapter,
  twilioLookupAdapter,
  hubspotAdapter,
  zendeskAdapter,
  stripeAdapter,
  shopifyAdapter,
  googleSheetsAdapter,
  httpWebhookAdapter,
]

const adaptersById = new Map(adapters.map((adapter) => [adapter.toolId, adapter]))

export function findToolAdapter(toolId: string): ToolAdapter | undefined {
  return adaptersById.get(toolId)
}
