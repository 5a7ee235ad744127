import { assertStorable } from '../../../server/src/platform/http/body.ts'
import {
  type Adapter,
  appleAdapter,
  createGoogleRbmAdapter,
  createTestBinding,
  createTestCall,
  httpSmsAdapter,
  metaAdapters,
  slackAdapter,
  twilioRcsAdapter,
  twilioSmsAdapter,
} from '../../../server/src/testing/parsers/providers.ts'
import type { FuzzTarget } from '../target.ts'

/** The callback of each provider, and how it wraps a text for the wire. */
type ProviderFormat = {
  adapter: Adapter
  seeds: string[]
  auth?: Record<string, string>
  headers?: Record<string, string>
  wrap?: (text: string) => string
}

const wrapInPubSub = (text: string) => JSON.stringify({ message: { data: Buffer.from(text).toString('base64') } })
const buildWhatsAppBody = (value: object) =>
  JSON.stringify({
    object: 'whatsapp_business_account',
    entry: [{ id: '1', changes: [{ field: 'messages', value: { metadata: { phone_number_id: '1001' }, ...value } }] }],
  })
const buildPageBodies = (event: object) =>
  ['page', 'instagram'].map((object) =>
    JSON.stringify({
      object,
      entry: [
        { id: '1', time: 1, messaging: [{ sender: { id: '2' }, recipient: { id: '1' }, timestamp: 1, ...event }] },
      ],
    }),
  )

const providerFormats: readonly ProviderFormat[] = [
  {
    adapter: createGoogleRbmAdapter(),
    wrap: wrapInPubSub,
    seeds: [
      '{"senderPhoneNumber":"+12025550143","messageId":"m1","sendTime":"2030-01-31T09:00:00Z","text":"Hello","agentId":"a"}',
      '{"senderPhoneNumber":"+12025550143","eventType":"READ","eventId":"e1","messageId":"m1"}',
      '{"senderPhoneNumber":"+1","messageId":"m","suggestionResponse":{"postbackData":"x","text":"Yes"},"location":{"latitude":1,"longitude":2},"userFile":{"payload":{"mimeType":"image/png","fileUri":"https://example.com/x"}}}',
    ],
  },
  ...[twilioSmsAdapter, twilioRcsAdapter].map((adapter) => ({
    adapter,
    auth: { accountSid: 'AC1', authToken: 'token', from: '+12025550100' },
    seeds: [
      'From=%2B12025550143&To=%2B12025550100&Body=Hello&MessageSid=SM1&NumMedia=1&MediaUrl0=https://example.com/x&MediaContentType0=image/png',
      'MessageSid=SM1&MessageStatus=delivered&ErrorCode=30003',
      'Latitude=1&Longitude=2&ButtonPayload=x&ButtonText=Yes&OptOutType=STOP',
    ],
  })),
  {
    adapter: httpSmsAdapter,
    seeds: [
      '{"type":"message","id":"1","from":"+12025550143","text":"Hello"}',
      '{"type":"receipt","id":"1","state":"delivered","reason":"x"}',
    ],
  },
  ...metaAdapters.map((adapter) => ({
    adapter,
    auth: { phoneNumberId: '1001', pageId: '1', accountId: '1', appSecret: 's' },
    seeds: [
      buildWhatsAppBody({
        messages: [{ id: 'w1', from: '15550002002', timestamp: '1763208000', type: 'text', text: { body: 'Hello' } }],
        contacts: [{ wa_id: '15550002002', profile: { name: 'R' } }],
      }),
      buildWhatsAppBody({
        messages: [
          {
            id: 'w2',
            from: '1',
            timestamp: '1',
            type: 'interactive',
            interactive: { type: 'list_reply', list_reply: { id: 'x', title: 'Y' } },
          },
        ],
        statuses: [{ id: 'x', status: 'failed', errors: [{ code: 131026 }] }],
      }),
      buildWhatsAppBody({
        messages: [
          { id: 'w3', from: '1', type: 'image', image: { id: '9', mime_type: 'image/png', caption: 'c' } },
          { id: 'w4', from: '1', type: 'location', location: { latitude: 1, longitude: 2 } },
        ],
      }),
      ...buildPageBodies({
        message: {
          mid: 'm1',
          text: 'Hello',
          quick_reply: { payload: 'x' },
          attachments: [{ type: 'image', payload: { url: 'https://example.com/x' } }],
        },
      }),
      ...buildPageBodies({ postback: { mid: 'm2', title: 'Yes', payload: 'x' } }),
      ...buildPageBodies({ read: { watermark: 1, mid: 'm' }, delivery: { mids: ['m'], watermark: 1 } }),
    ],
  })),
  {
    adapter: slackAdapter,
    headers: { 'content-type': 'application/json' },
    seeds: [
      '{"type":"event_callback","event_id":"E1","team_id":"T","event":{"type":"message","channel_type":"im","user":"U1","text":"Hello","ts":"1763208000.000100","channel":"D1","files":[{"url_private":"https://example.com/x","mimetype":"image/png"}]}}',
      '{"type":"url_verification","challenge":"x"}',
      'payload=%7B%22type%22%3A%22block_actions%22%2C%22user%22%3A%7B%22id%22%3A%22U1%22%7D%2C%22actions%22%3A%5B%7B%22action_id%22%3A%22x%22%2C%22value%22%3A%22y%22%7D%5D%7D',
    ],
  },
  {
    adapter: appleAdapter,
    headers: { id: 'i1', 'source-id': 'urn:mbid:1', 'destination-id': 'urn:biz:1' },
    seeds: [
      '{"type":"text","body":"Hello","locale":"en_US","id":"i1","sourceId":"urn:mbid:1"}',
      '{"type":"interactive","interactiveData":{"data":{"listPicker":{"sections":[{"items":[{"identifier":"a","title":"A"}]}]},"replyMessage":{"title":"A"}}}}',
      '{"type":"text","body":"\ufffc","attachments":[{"name":"a.png","mimeType":"image/png","url":"https://example.com/x","size":"9","key":"00"}]}',
    ],
  },
]

const tokens = [
  '{',
  '}',
  '[',
  ']',
  '"',
  ',',
  ':',
  'null',
  '1e9',
  '-1',
  '""',
  '&',
  '=',
  '%',
  '%00',
  '\\u0000',
  '\\ud800',
  '"type":',
  '"text"',
  '"id":',
  '"message"',
  'payload',
  '1763208000',
  '99999999999999',
]

export const targets: readonly FuzzTarget[] = providerFormats.map(
  ({ adapter, seeds, auth = {}, headers = {}, wrap = (text: string) => text }) => {
    const binding = createTestBinding(adapter, auth)
    return {
      name: `provider-${adapter.provider}-${adapter.channel}`,
      sourcePattern: /channels\/adapters/,
      seeds,
      tokens,
      run(text) {
        const { inbounds } = adapter.parse(createTestCall(wrap(text), { headers }), binding)
        // Throws if the database could not store it unchanged.
        assertStorable(JSON.parse(JSON.stringify(inbounds)))
      },
    }
  },
)
