/** Pages of an agent that edit its configuration, and so a draft of it. */
const draftPages = ['edit', 'playbooks', 'knowledge', 'setup', 'outreach', 'versions', 'emulator', 'tests', 'improve']
/** Pages below them whose data is no configuration: it is the same in live and every draft. */
const livePages = [
  'edit/danger',
  'knowledge/sources',
  'knowledge/media',
  'setup/tools',
  'setup/model',
  'setup/gateway',
  'outreach/sends',
  'outreach/links',
  'outreach/settings',
]

/** Whether what the page edits belongs to a draft. `path` is that of the URL, such as `/orgs/acme/agents/bot/edit/goals`. */
export function isDraftPage(path: string): boolean {
  const below = path.split('/').slice(5).join('/')
  const isIn = (page: string) => below === page || below.startsWith(`${page}/`)
  return draftPages.some(isIn) && !livePages.some(isIn)
}
