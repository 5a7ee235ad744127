import type { AgentKey } from '../../platform/http/route.ts'
import type { Keyring } from '../../platform/secrets/keyring.ts'
import type { Given } from './form.ts'

/** What credentials are bound to: copied to another binding, they do not open. */
export const aboutAuth = (agent: Pick<AgentKey, 'key'>, bindingId: string) =>
  `channel ${bindingId} of agent ${agent.key}`

export type OpenAuth = (agent: Pick<AgentKey, 'key'>, bindingId: string, sealed: Buffer | null) => Given

const mostRemembered = 2000
const none: Given = Object.freeze({})

/** Opens credentials and remembers them as long as they are the same bytes: no two sealings are alike. */
export function authOpener(keyring: Keyring): OpenAuth {
  const known = new Map<string, { sealed: Buffer; auth: Given }>()
  return (agent, bindingId, sealed) => {
    if (!sealed) return none
    const remembered = known.get(bindingId)
    if (remembered?.sealed.equals(sealed)) return remembered.auth
    const auth = Object.freeze(JSON.parse(keyring.open(sealed, aboutAuth(agent, bindingId))))
    if (known.size >= mostRemembered) known.clear()
    known.set(bindingId, { sealed, auth })
    return auth
  }
}

export function sealAuth(keyring: Keyring, agent: Pick<AgentKey, 'key'>, bindingId: string, auth: Given): Buffer {
  return keyring.seal(JSON.stringify(auth), aboutAuth(agent, bindingId))
}
