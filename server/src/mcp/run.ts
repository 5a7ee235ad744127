import { askOf, type Bound, beyond, isId, type Offer } from './bind.ts'
import { type Api, type Args, type Call, type Outcome, refusal, type Session } from './call.ts'
import type { Confirmations } from './confirm.ts'
import { fitting, outcomeOf } from './outcome.ts'
import type { Guard } from './tool.ts'

export type Running = { api: Api; session: Session; confirmations: Confirmations }

/** Does what a tool is called for; whatever is refused on the way is an outcome too. */
export async function run(offer: Offer, args: Args, running: Running): Promise<Outcome> {
  if (!('routes' in offer)) return offer.tool.run(args)
  const held = beyond(offer, running.session)
  if (held) return held === 'readOnly' ? readOnlyRefusal : oneAgentRefusal(running.session)
  const base = await baseOf(offer, args, running)
  if (typeof base !== 'string') return base
  const ask = askOf(offer, args, base)
  if ('wrong' in ask) return misused(ask.wrong)
  const call: Call = { ...running, args, base, ask }
  if (offer.tool.guard) return guarded(offer, call, running)
  return fitting(call, (body) => offer.tool.shows?.(body, args) ?? body)
}

const readOnlyRefusal = refusal(
  'This connection is read-only',
  'Tell the user what you would have done; they can connect without read-only mode.',
)

const oneAgentRefusal = ({ agent }: Session): Outcome => refusal(`This connection is for the agent ${agent} alone`)

function misused(wrong: Record<string, string>): Outcome {
  const errors = Object.entries(wrong).map(([field, message]) => ({ field, message }))
  const said = errors.map(({ field, message }) => `${field} ${message}`).join('; ')
  return { problem: { code: 'request.invalid', message: said, errors } }
}

/** The path in front of what the tool names. The only agent of an org need not be named. */
async function baseOf({ ofAgent, routes }: Bound, args: Args, { api, session }: Running): Promise<string | Outcome> {
  const [route] = routes.values()
  if (route?.access.door !== 'org') return ''
  const org = `/orgs/${encodeURIComponent(session.org)}`
  if (!ofAgent) return org
  const named = args.agent ?? session.agent
  if (session.agent !== undefined && named !== session.agent) {
    return oneAgentRefusal(session)
  }
  if (named !== undefined) {
    return isId(named) ? `${org}/agents/${encodeURIComponent(named)}` : misused({ agent: 'must be the id of an agent' })
  }
  return onlyAgent(api, org)
}

const mostNamed = 20

async function onlyAgent(api: Api, org: string): Promise<string | Outcome> {
  const reply = await api({ method: 'GET', path: `${org}/agents`, query: { limit: mostNamed } })
  if (reply.status !== 200) return refusal('Say which agent is meant: the argument agent', 'Ask the user for its id.')
  const agents = (reply.body as { data: { id: string; name: string }[] }).data
  const [only, ...others] = agents
  if (!only) return refusal('The org has no agent yet', 'Make one with create_agent.')
  if (others.length === 0) return `${org}/agents/${encodeURIComponent(only.id)}`
  const known = agents.map(({ id, name }) => ({ id, name }))
  return { problem: { message: 'The org has several agents: say which by the argument agent', agents: known } }
}

/** First what would happen is shown, with a word; the same call with that word then does it. */
async function guarded({ tool }: Bound, call: Call, { confirmations }: Running): Promise<Outcome> {
  const guard = tool.guard as Guard
  const { confirm, [guard.dry ?? '']: dry, ...asked } = call.args
  const acts = guard.dry ? dry === false : confirm !== undefined
  if (acts && call.session.readOnly) return readOnlyRefusal
  const look = await guard.look(call)
  if ('refused' in look) return look.refused
  const about = [call.session.caller.id, tool.name, call.base, asked, look.bound]
  if (!acts) {
    const more = call.session.readOnly ? {} : { confirm: confirmations.give(about), next: guard.next }
    return { shown: { ...look.shown, ...more } }
  }
  if (confirmations.fits(confirm, about)) return guard.act(call)
  return refusal('Nothing was done: this call has not been shown to anybody, or things have changed since', guard.next)
}

export const asked = async (call: Call): Promise<Outcome> => outcomeOf(await call.api(call.ask))
