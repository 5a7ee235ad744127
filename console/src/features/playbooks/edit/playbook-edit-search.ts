const tabs = ['text', 'examples', 'flow'] as const
export type PlaybookTab = (typeof tabs)[number]
/** The open tab of a playbook, by default the instructions, and the test run whose coverage the graph shows: its id, or `all`. */
export type EditSearch = { tab?: Exclude<PlaybookTab, 'text'>; run?: string }

export function readEditSearch({ tab, run }: Record<string, unknown>): EditSearch {
  if (tab === 'examples') return { tab }
  return tab === 'flow' ? { tab, ...(typeof run === 'string' && run !== '' && { run }) } : {}
}
