import { z } from 'zod'
import { timestamp } from '../../platform/http/schemas.ts'

/** Records of tool calls, for operators: what was sent to a provider, and what it answered. Secrets are masked. */

export const callStates = ['running', 'succeeded', 'failed', 'unknown'] as const
export type CallState = (typeof callStates)[number]

/** Who called: a flow, the model, or an operator who tried the tool; the first two in a conversation. */
export type ToolCaller = {
  calledBy: ToolBindingCall['calledBy']
  playbookId?: string
  userId?: string
  eventId?: string
}

export const ToolBindingCall = z
  .strictObject({
    id: z.string(),
    toolId: z.string(),
    at: timestamp,
    calledBy: z.enum(['flow', 'model', 'trial']),
    playbookId: z.string().optional(),
    userId: z.string().optional().meta({ description: 'The user in whose conversation it was called.' }),
    eventId: z.string().optional(),
    state: z.enum(callStates).meta({
      description: 'unknown: it was sent, but no readable answer arrived, so the provider may have acted.',
    }),
    given: z.unknown().meta({ description: "The call's parameters." }),
    request: z.strictObject({ method: z.string(), url: z.string(), body: z.string().optional() }).optional(),
    response: z.strictObject({ status: z.int(), body: z.string() }).optional(),
    result: z.unknown().optional(),
    error: z.string().optional(),
    milliseconds: z.int().optional(),
  })
  .meta({
    id: 'ToolCall',
    examples: [
      {
        id: 'tcl_01',
        toolId: '@svc/tool.http-webhook',
        at: '2030-01-31T09:00:00.000Z',
        calledBy: 'flow',
        playbookId: 'general',
        userId: 'asid_01',
        eventId: 'evt_01',
        state: 'succeeded',
        given: { event: 'lead.created', payload: { name: 'Ada' } },
        request: { method: 'POST', url: 'https://hooks.example.com/leads', body: '{"event":"lead.created"}' },
        response: { status: 200, body: '{"id":51}' },
        result: { id: 51 },
        milliseconds: 87,
      },
    ],
  })
export type ToolBindingCall = z.infer<typeof ToolBindingCall>
