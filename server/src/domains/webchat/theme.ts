import type { AgentKey } from '../../platform/http/route.ts'
import type { WebchatDeps } from './deps.ts'

export type ChatTheme = { name: string; brandColor?: string; logoUrl?: string }
export type ReadChatTheme = (agent: AgentKey) => Promise<ChatTheme>

const freshMs = 30_000
const maxThemes = 1_000

/** Requested with every view of every page with a chat, so it is cached briefly. */
export function createThemeCache({
  db,
  world,
  definitions,
}: Pick<WebchatDeps, 'db' | 'world' | 'definitions'>): ReadChatTheme {
  const known = new Map<number, { theme: ChatTheme; until: number }>()
  return async (agent) => {
    const now = world.now().getTime()
    const remembered = known.get(agent.key)
    if (remembered && remembered.until > now) return remembered.theme
    const { agent: profile, identity } = await definitions.read(db, agent)
    const theme = { name: profile.name, brandColor: identity.brandColor, logoUrl: identity.smallLogoUrl }
    if (known.size >= maxThemes) known.clear()
    known.set(agent.key, { theme, until: now + freshMs })
    return theme
  }
}
