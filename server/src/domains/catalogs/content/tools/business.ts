import type { CatalogTool } from '../../entry.ts'
import { createConfigSchema, createParametersSchema } from './config-schema.ts'

const leadStatuses = ['NEW', 'OPEN', 'IN_PROGRESS', 'OPEN_DEAL', 'UNQUALIFIED', 'ATTEMPTED_TO_CONTACT', 'CONNECTED', 'BAD_TIMING'] // biome-ignore format: one list
const lifecycleStages = ['subscriber', 'lead', 'marketingqualifiedlead', 'salesqualifiedlead', 'opportunity', 'customer', 'evangelist', 'other'] // biome-ignore format: one list

/** https://developers.hubspot.com/docs/api-reference/crm-contacts-v3/batch/post-crm-v3-objects-contacts-batch-upsert */
const hubspotContact: CatalogTool = {
  id: '@svc/tool.hubspot-contact',
  version: '1.0.1',
  name: 'HubSpot contact',
  description: 'Creates a contact in HubSpot, or updates the one with the same email address.',
  category: 'crm',
  parameters: createParametersSchema(['email'], {
    email: { type: 'string', format: 'email', description: 'Identifies an existing contact, or is set on a new one.' },
    firstname: { type: 'string', maxLength: 200 },
    lastname: { type: 'string', maxLength: 200 },
    phone: { type: 'string', maxLength: 50 },
    company: { type: 'string', maxLength: 200 },
    jobtitle: { type: 'string', maxLength: 200 },
    lifecyclestage: { type: 'string', enum: lifecycleStages, description: 'HubSpot only moves it forward.' },
    message: {
      type: 'string',
      maxLength: 5000,
      description: 'What the person wants, by when, and the agreed next step.',
    },
  }),
  configSchema: createConfigSchema(['accessToken'], {
    accessToken: {
      type: 'string',
      title: 'Access token',
      description: 'The token of a private app with the crm.objects.contacts.write scope.',
      minLength: 1,
      maxLength: 300,
      writeOnly: true,
    },
    ownerId: {
      type: 'string',
      title: 'Owner',
      description:
        'The id of the HubSpot user who becomes the owner of each contact. Default: the owner stays as it is.',
      maxLength: 50,
    },
    leadStatus: {
      type: 'string',
      title: 'Lead status',
      description: 'The hs_lead_status that each contact gets. Default: the status stays as it is.',
      enum: leadStatuses,
    },
  }),
}

/** https://developer.zendesk.com/api-reference/ticketing/tickets/tickets/#create-ticket */
const zendeskTicket: CatalogTool = {
  id: '@svc/tool.zendesk-ticket',
  version: '1.0.0',
  name: 'Zendesk ticket',
  description: 'Opens a Zendesk ticket on behalf of the person in the conversation.',
  category: 'support',
  parameters: createParametersSchema(['subject', 'comment', 'requester'], {
    subject: { type: 'string', minLength: 1, maxLength: 150 },
    comment: {
      type: 'object',
      additionalProperties: false,
      required: ['body'],
      properties: {
        body: {
          type: 'string',
          minLength: 1,
          maxLength: 20_000,
          description: 'What happened, since when, and what the person wants.',
        },
        public: { type: 'boolean', description: 'False for a note that only the team reads.' },
      },
    },
    requester: {
      type: 'object',
      additionalProperties: false,
      required: ['name'],
      properties: { name: { type: 'string', minLength: 1 }, email: { type: 'string', format: 'email' } },
    },
    priority: { type: 'string', enum: ['low', 'normal', 'high', 'urgent'] },
    type: { type: 'string', enum: ['problem', 'incident', 'question', 'task'] },
    tags: { type: 'array', maxItems: 20, items: { type: 'string', pattern: '^[^\\s]+$' } },
  }),
  configSchema: createConfigSchema(['subdomain', 'email', 'apiToken'], {
    subdomain: {
      type: 'string',
      title: 'Subdomain',
      description: 'The part before .zendesk.com.',
      minLength: 1,
      maxLength: 63,
    },
    email: {
      type: 'string',
      title: 'Agent email',
      description: 'The email address of the Zendesk user who owns the API token.',
      format: 'email',
    },
    apiToken: {
      type: 'string',
      title: 'API token',
      description: 'From Admin Center: Apps and integrations > API tokens.',
      minLength: 1,
      maxLength: 200,
      writeOnly: true,
    },
    groupId: {
      type: 'integer',
      title: 'Group',
      description: 'The id of the group that receives the tickets.',
      minimum: 1,
    },
    brandId: {
      type: 'integer',
      title: 'Brand',
      description: 'The id of the brand, if the account has several.',
      minimum: 1,
    },
  }),
}

/** https://docs.stripe.com/api/payment-link/create */
const stripePaymentLink: CatalogTool = {
  id: '@svc/tool.stripe-payment-link',
  version: '1.0.0',
  name: 'Stripe payment link',
  description: 'Creates a secure payment link; no card details pass through the chat.',
  category: 'payments',
  parameters: createParametersSchema(['line_items'], {
    line_items: {
      type: 'array',
      minItems: 1,
      maxItems: 20,
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['price', 'quantity'],
        properties: {
          price: { type: 'string', minLength: 1, description: 'Id of a Stripe price, for example price_...' },
          quantity: { type: 'integer', minimum: 1, maximum: 999 },
        },
      },
    },
    metadata: {
      type: 'object',
      maxProperties: 50,
      additionalProperties: { type: 'string', maxLength: 500 },
      description: 'Stored with the payment, for example an order number.',
    },
  }),
  configSchema: createConfigSchema(['secretKey'], {
    secretKey: {
      type: 'string',
      title: 'Restricted key',
      description: 'A restricted key with write access to Payment Links and read access to Prices.',
      minLength: 1,
      maxLength: 300,
      writeOnly: true,
    },
    afterPaymentUrl: {
      type: 'string',
      title: 'Return URL after payment',
      description: 'Where the person lands after paying. Default: Stripe’s own page.',
      format: 'uri',
    },
    allowedPrices: {
      type: 'array',
      title: 'Allowed prices',
      description: 'The price ids that the agent may sell. Default: every price of the account.',
      items: { type: 'string', minLength: 1 },
      maxItems: 100,
    },
    allowPromotionCodes: {
      type: 'boolean',
      title: 'Promotion codes',
      description: 'Whether the page accepts promotion codes.',
      default: false,
    },
  }),
}

/** https://shopify.dev/docs/api/admin-graphql/latest/queries/orders */
const shopifyOrderLookup: CatalogTool = {
  id: '@svc/tool.shopify-order-lookup',
  version: '1.0.0',
  name: 'Shopify order lookup',
  description: 'Finds an order by its number and email address, and returns its status and tracking.',
  category: 'commerce',
  parameters: createParametersSchema(['name', 'email'], {
    name: {
      type: 'string',
      minLength: 1,
      maxLength: 50,
      description: 'The order number as the customer sees it, for example #1001.',
    },
    email: { type: 'string', format: 'email', description: 'The email address used for the order; both must match.' },
  }),
  configSchema: createConfigSchema(['shopDomain', 'accessToken'], {
    shopDomain: {
      type: 'string',
      title: 'Shop domain',
      description: 'The one that ends in .myshopify.com.',
      minLength: 1,
      maxLength: 253,
    },
    accessToken: {
      type: 'string',
      title: 'Admin API access token',
      description: 'The token of an app with the read_orders and read_fulfillments scopes.',
      minLength: 1,
      maxLength: 300,
      writeOnly: true,
    },
    apiVersion: {
      type: 'string',
      title: 'API version',
      description: 'A quarterly version such as 2026-10. Default: the version that Parley was built for.',
      pattern: '^20\\d{2}-(01|04|07|10)$',
      examples: ['2026-10'],
    },
    daysBack: {
      type: 'integer',
      title: 'Days back',
      description: 'The maximum age of orders to search. Orders older than 60 days require the read_all_orders scope.',
      minimum: 1,
      maximum: 3650,
    },
  }),
}

/** https://developers.google.com/workspace/sheets/api/reference/rest/v4/spreadsheets.values/append */
const googleSheets: CatalogTool = {
  id: '@svc/tool.google-sheets',
  version: '1.0.0',
  name: 'Google Sheets row',
  description: 'Adds a row to a Google Sheet, for example a list of inquiries.',
  category: 'records',
  parameters: createParametersSchema(['values'], {
    values: {
      type: 'array',
      minItems: 1,
      maxItems: 50,
      items: { type: 'string', maxLength: 5000 },
      description: 'The cells of the row, from left to right.',
    },
  }),
  configSchema: createConfigSchema(['spreadsheetId'], {
    spreadsheetId: {
      type: 'string',
      title: 'Spreadsheet',
      description: 'The long id between /d/ and /edit in its address.',
      minLength: 1,
      maxLength: 200,
    },
    range: {
      type: 'string',
      title: 'Sheet',
      description: 'The name of the tab, or a range such as Inquiries!A:F. Default: the first tab.',
      maxLength: 200,
    },
    valueInputOption: {
      type: 'string',
      title: 'How values are read',
      description:
        'RAW stores values unchanged; USER_ENTERED parses dates, numbers and formulas as if they were typed.',
      enum: ['RAW', 'USER_ENTERED'],
      default: 'RAW',
    },
  }),
  oauth: { provider: 'google', scopes: ['https://www.googleapis.com/auth/spreadsheets'] },
}

const httpWebhook: CatalogTool = {
  id: '@svc/tool.http-webhook',
  version: '1.0.0',
  name: 'Webhook call',
  description: 'Sends JSON to your own URL, for anything that has no tool yet.',
  category: 'developer',
  parameters: createParametersSchema(['event', 'payload'], {
    event: {
      type: 'string',
      pattern: '^[a-z][a-z0-9_.-]{0,99}$',
      description: 'What happened, for example lead.created.',
    },
    payload: { type: 'object', maxProperties: 100, description: 'Any data that belongs to the event.' },
  }),
  configSchema: createConfigSchema(['url'], {
    url: {
      type: 'string',
      title: 'Address (URL)',
      description: 'Must be reachable from the Parley server; private addresses are refused unless allowed.',
      format: 'uri',
    },
    method: {
      type: 'string',
      title: 'Method',
      description: 'The HTTP method.',
      enum: ['POST', 'PUT', 'PATCH'],
      default: 'POST',
    },
    authorization: {
      type: 'string',
      title: 'Authorization',
      description: 'Value of the Authorization header, for example Bearer followed by a token.',
      minLength: 1,
      maxLength: 4000,
      writeOnly: true,
    },
    timeoutSeconds: {
      type: 'integer',
      title: 'Time limit',
      description: 'The call fails after this many seconds.',
      minimum: 1,
      maximum: 30,
    },
  }),
}

export const businessTools: CatalogTool[] = [
  hubspotContact,
  zendeskTicket,
  stripePaymentLink,
  shopifyOrderLookup,
  googleSheets,
  httpWebhook,
]
