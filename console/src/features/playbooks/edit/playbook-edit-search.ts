const tabs = ['text', 'examples', 'flow'] as const
export type PlaybookTab = (typeof tabs)[number]
/** The open tab of a playbook; defaults to the instructions. */
export type EditSearch = { tab?: Exclude<PlaybookTab, 'text'> }

export function readEditSearch({ tab }: Record<string, unknown>): EditSearch {
  return tab === 'examples' || tab === 'flow' ? { tab } : {}
}
